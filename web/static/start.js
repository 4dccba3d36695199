// The page that asks who plays gives way to the table once somebody else has opened it; never while a person writes.
export function startWaiting(form) {
  const source = new EventSource("/events");
  source.addEventListener("table", (event) => {
    const begun = JSON.parse(event.data).seq !== Number(form.dataset.start);
    const written = [...form.querySelectorAll("input[name^=name-]")].some((field) => field.value);
    if (begun && !written) location.reload();
  });
  addEventListener("pagehide", () => source.close());
}
