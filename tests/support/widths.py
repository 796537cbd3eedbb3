"""What is too wide for its place on a page."""

CUT_OFF = """() => Array.from(document.querySelectorAll("main select")).filter((list) => {
  list.closest("details")?.setAttribute("open", "");
  const wide = list.getBoundingClientRect().width;
  list.style.cssText = "inline-size: max-content; max-inline-size: none";
  const whole = list.getBoundingClientRect().width;
  list.style.cssText = "";
  return whole > wide + 1;
}).map((list) => list.name)"""
"""The closed lists of a page that are narrower than their longest line."""
