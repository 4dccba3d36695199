// Forms without leaving the page, links that open over it, and the sentence that answers.
const said = document.getElementById("said");
const dialog = document.getElementById("dialog");
let quiet = 0;

export function say(sentence, wrong = false) {
  clearTimeout(quiet);
  said.textContent = sentence;
  said.classList.toggle("wrong", wrong);
  if (sentence) quiet = setTimeout(() => say(""), wrong ? 9000 : 3500);
}

const meta = () => document.querySelector("meta[name=token]");

async function send(address, body) {
  const headers = { Accept: "application/json", "X-Steward-Token": meta().content };
  const answer = await fetch(address, { method: "POST", headers, body });
  const data = await answer.json();
  return { ok: answer.ok, data };
}

/** Closes what was opened to act, also where its region was drawn anew meanwhile; who has a keyboard stays there. */
function shut(opened) {
  if (!opened) return;
  const now = document.getElementById(opened.id) || opened;
  const held = document.activeElement === document.body || now.contains(document.activeElement);
  now.removeAttribute("open");
  if (held) now.querySelector("summary").focus();
}

async function submit(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const address = button?.getAttribute("formaction") || form.getAttribute("action");
  button?.setAttribute("aria-busy", "true");
  try {
    let { ok, data } = await send(address, body);
    if (!ok && data.reason === "token" && data.token) {
      // The machine was started anew since this page was loaded.
      meta().content = data.token;
      ({ ok, data } = await send(address, body));
    }
    say(ok ? data.said : data.error, !ok);
    if (!ok) return;
    if (form.hasAttribute("data-reload")) { location.reload(); return; }
    shut(form.closest("details.chooser, details.menu"));
    if (dialog.contains(form)) dialog.close();
    if (form.dataset.act === "look") look(body);
  } catch {
    say(document.getElementById("stale")?.textContent || "…", true);
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

function look(body) {
  const root = document.documentElement;
  if (body.get("language") !== root.lang) location.reload();
  root.dataset.look = body.get("look");
}

async function openOver(link) {
  const [path, part] = link.getAttribute("href").split("#");
  const answer = await fetch(`${path}?part=1`, { headers: { Accept: "text/html" } });
  if (!answer.ok) { location.href = link.href; return; }
  dialog.innerHTML = await answer.text();
  const group = part && dialog.querySelector(`details.group[id="${part}"]`);
  if (group) group.open = true;
  dialog.showModal();
  dialog.scrollTop = 0;
}

export function startForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.act) return;
    event.preventDefault();
    submit(form, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      openOver(link).catch(() => { location.href = link.href; });
      return;
    }
    if (event.target === dialog) dialog.close();
    for (const open of document.querySelectorAll("details.chooser[open], details.menu[open]")) {
      if (!open.contains(event.target)) open.removeAttribute("open");
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const open of document.querySelectorAll("details.chooser[open], details.menu[open]")) {
      open.removeAttribute("open");
      open.querySelector("summary").focus();
    }
  });
  const group = location.hash && document.getElementById(location.hash.slice(1));
  if (group && group.matches("details.group")) group.open = true;
  if (said.textContent.trim()) say(said.textContent.trim());
}
