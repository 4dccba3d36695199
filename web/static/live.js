// The live stream: replaces the regions that changed, keeps the age of what is shown, and takes the stream up again.
const STALE_AFTER = 12000;
const LONGEST_WAIT = 30000;
const POLL_EVERY = 4000;
const BAND_STAYS = 6000;

const tenths = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function aged(texts, seconds) {
  if (seconds < 90) return put(texts.second, { number: seconds < 10 ? tenths.format(seconds) : Math.round(seconds) });
  return put(texts.minute, { number: Math.round(seconds / 60) });
}

/** Replaces a region, keeping what a person has open, and lets new cards slide in. */
function replace(region, html) {
  const open = [...region.querySelectorAll("details[open]")].map((item) => item.id);
  const held = document.activeElement;
  const focus = region.contains(held) ? held.id || held.closest("[id]")?.id : null;
  const known = new Set([...region.querySelectorAll("[data-key]")].map((item) => item.dataset.key));
  const first = region.childElementCount === 0;
  region.innerHTML = html;
  const token = document.querySelector("meta[name=token]").content;
  for (const field of region.querySelectorAll("input[name=token]")) field.value = token;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focus && region.contains(document.getElementById(focus))) {
    const target = document.getElementById(focus);
    (target.matches("button, a, input, select, summary") ? target : target.querySelector("summary, button, a"))?.focus();
  }
  if (first && region.dataset.region !== "band") return;
  for (const item of region.querySelectorAll("[data-key]")) {
    if (!known.has(item.dataset.key)) item.classList.add("arrive");
  }
}

export function startLive(data, clock, sound) {
  const age = document.getElementById("age");
  const stale = document.getElementById("stale");
  const shown = new Map();
  let source = null;
  let seq = Number(data.seq) || 0;
  let heard = performance.now();
  let frameAge = data.frameAge === "" ? null : Number(data.frameAge);
  let wait = 1000;
  let timer = 0;
  let bandSince = 0;
  let bandTimer = 0;
  let full = false;

  const asking = (address) => `${address}${address.includes("?") ? "&" : "?"}after=${seq}`;
  const pulse = (message) => {
    heard = performance.now();
    frameAge = message.frame_age;
    clock.set(message);
    showAge();
  };

  function show(name, html) {
    const region = document.querySelector(`[data-region="${name}"]`);
    if (!region || shown.get(name) === html) return;
    if (name === "band") {
      clearTimeout(bandTimer);
      const stays = BAND_STAYS - (performance.now() - bandSince);
      if (!html && region.childElementCount && stays > 0) {
        // A table played back fast would take the ruling away before it could be read.
        bandTimer = setTimeout(() => show("band", html), stays);
        return;
      }
      if (html) bandSince = performance.now();
    }
    shown.set(name, html);
    replace(region, html);
  }

  function showPicture(key) {
    const image = document.getElementById("picture");
    if (!image || !key || image.dataset.key === key) return;
    image.dataset.key = key;
    const next = new Image();
    next.src = `/picture/latest.jpg?k=${key}`;
    next.decode().then(() => { if (image.dataset.key === key) image.src = next.src; }).catch(() => {});
  }

  function take(message) {
    pulse(message);
    for (const [name, html] of Object.entries(message.regions)) show(name, html);
    showPicture(message.picture);
    if (message.seq < seq) seq = 0; // another game was begun: its events are numbered anew
    for (const event of message.events) {
      if (event.seq <= seq) continue;
      seq = event.seq;
      if (clock.tableTime() - event.t < 4 * Math.max(1, clock.speed())) sound.event(event);
    }
    seq = message.seq;
    document.documentElement.dataset.seq = seq;
  }

  function showAge() {
    const silent = performance.now() - heard;
    const lost = silent > STALE_AFTER;
    document.body.classList.toggle("is-stale", lost);
    stale.hidden = !lost && !full;
    const stand = { second: age.dataset.second, minute: age.dataset.minute };
    if (lost) stale.textContent = put(age.dataset.stale, { age: aged(stand, silent / 1000) });
    else if (full) stale.textContent = age.dataset.full;
    const picture = frameAge === null || frameAge === undefined ? null : frameAge + silent / 1000;
    const text = [age.dataset.live, picture === null ? "" : put(age.dataset.picture, { age: aged(stand, picture) })];
    age.textContent = lost ? "" : text.filter(Boolean).join(" · ");
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2) * (0.8 + Math.random() * 0.4);
  }

  async function poll() {
    // No place in the stream, or no stream at all: one look, then another try.
    try {
      const answer = await fetch(asking(data.poll || "/api/live"), { cache: "no-store" });
      if (answer.ok) { take(await answer.json()); full = true; wait = Math.min(wait, 4000); }
    } catch { full = false; }
    showAge();
  }

  function open() {
    clearTimeout(timer);
    if (data.events === "") {
      // This page takes no place in the stream: it looks now and then.
      poll().then(() => { full = false; showAge(); });
      timer = setTimeout(open, POLL_EVERY);
      return;
    }
    source?.close();
    source = new EventSource(asking(data.events || "/events"));
    source.addEventListener("open", () => { full = false; wait = 1000; });
    source.addEventListener("table", (event) => take(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => pulse(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) { poll(); later(); }
    });
  }

  setInterval(() => {
    showAge();
    // A stream can hang without an error after the Wi-Fi was away: it is made anew.
    if (performance.now() - heard > STALE_AFTER * 1.5 && source?.readyState !== EventSource.CONNECTING) { heard += STALE_AFTER; open(); }
  }, 1000);
  addEventListener("online", open);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("pagehide", () => source?.close());
  open();
}
