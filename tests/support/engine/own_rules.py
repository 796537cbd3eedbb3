"""Rule sets that no club has chosen yet (§13): any options that do not contradict each other (§13.16)."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.rules import OPTIONS, RuleSet, objection

NAME = "Nhà An"


def made_to_fit(chosen: dict[str, Any]) -> RuleSet:
    """Return a rule set of these options, less what contradicts the others."""
    rules = RuleSet(key=NAME, seats=(2, 3, 4), **chosen)
    flat = rules.payment == "flat"
    beside: dict[str, Any] = {"loser_kongs": "none"} if flat else {"yellow_king": 0}
    rules = replace(rules, **beside)
    if rules.yellow_king:
        rules = replace(rules, unit=rules.unit + rules.unit % 2)
    if rules.payment != "points" and rules.loser_kongs == "deduct":
        rules = replace(rules, loser_kongs="paid")
    if rules.factor_for == "nothing":
        rules = replace(rules, pot=0)
    if rules.pair_claim == "offered":
        rules = replace(rules, pair_waived_when_waiting=False)
    assert objection(rules) is None, (objection(rules), rules)
    return rules


OWN: st.SearchStrategy[RuleSet] = st.fixed_dictionaries(
    {name: st.sampled_from(option.values) for name, option in OPTIONS.items()}
).map(made_to_fit)
"""Each value of each option; what contradicts the others is put right, so that nothing is thrown away."""


def any_rules(random: Random) -> RuleSet:
    """Return options as this chance has them."""
    return made_to_fit({name: random.choice(option.values) for name, option in OPTIONS.items()})
