"""What a finger may miss on a page: pressable things lower than 44 pixels, links among words apart."""

LOW = """() => {
  const kinds = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const places = document.querySelectorAll("main, #content, .site-foot");
  return [...places].flatMap((place) => [...place.querySelectorAll(kinds)]).filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest("figure > a, .history")) return false;
    const label = one.closest("label") || (one.id && document.querySelector(`label[for="${one.id}"]`)) || one;
    const high = Math.max(one.getBoundingClientRect().height, label.getBoundingClientRect().height);
    return high > 1 && high < 43.5;
  }).map((one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 100));
}"""
"""Each of them, as it begins in the page."""

OPENED = "() => document.querySelectorAll('main details, #content details').forEach((one) => { one.open = true; })"
"""Opens whatever is folded."""

CUT = """() => [...document.querySelectorAll(".sheet-wrap, .sheet")].filter((one) =>
  one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""
"""The tables that are wider than their place."""
