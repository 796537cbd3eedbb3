/* Preferences: what is chosen is seen at once, while htmx keeps it on the server. What could not be kept is put back. */
function showPreference(input) {
  if (input.checked && input.form && input.form.matches("[data-preferences]")) document.documentElement.dataset[input.name] = input.value;
}
document.addEventListener("change", (event) => showPreference(event.target));
document.addEventListener("htmx:afterRequest", function (event) {
  const form = event.target, sent = event.detail.requestConfig.formData;
  if (!form.matches("[data-preferences]")) return;
  if (!event.detail.successful) form.reset();
  form.querySelectorAll("[type=radio]").forEach(function (input) {
    if (event.detail.successful) input.defaultChecked = sent.get(input.name) === input.value;
    showPreference(input);
  });
});
