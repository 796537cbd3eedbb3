/* Preferences: what is chosen is seen at once, while htmx keeps it on the server. */
document.addEventListener("change", function (event) {
  const input = event.target;
  if (input.form && input.form.matches("[data-preferences]")) document.documentElement.dataset[input.name] = input.value;
});
