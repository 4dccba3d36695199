// The bell in the browser. Browsers let a page sound only after a person has touched it.
const KEY = "steward-sound";

// Each note: when (s), how long (s), pitch (Hz), loudness, and a second pitch to bend to.
const NOTES = {
  start: [[0, 0.16, 523, 0.3], [0.18, 0.3, 784, 0.3]],
  minute: [[0, 0.28, 440, 0.35], [0.4, 0.28, 440, 0.35]],
  ten: [[0, 0.1, 988, 0.35], [0.16, 0.1, 988, 0.35], [0.32, 0.1, 988, 0.35]],
  stands: [[0, 0.18, 523, 0.22], [0.2, 0.3, 659, 0.22]],
  falls: [[0, 0.2, 523, 0.25], [0.22, 0.4, 349, 0.25]],
  asks: [[0, 0.3, 494, 0.25, 740]],
};

export function startSound() {
  const button = document.getElementById("sound");
  let on = false;
  let context = null;
  try { on = localStorage.getItem(KEY) === "on"; } catch { on = false; }

  function wake() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!Context) return false;
    context ||= new Context();
    if (context.state === "suspended") context.resume();
    return true;
  }

  function tone(at, length, pitch, loud, bend) {
    const note = context.createOscillator();
    const level = context.createGain();
    note.type = "triangle";
    note.frequency.setValueAtTime(pitch, at);
    if (bend) note.frequency.exponentialRampToValueAtTime(bend, at + length);
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(loud, at + 0.015);
    level.gain.setValueAtTime(loud, at + Math.max(0.02, length - 0.06));
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    note.connect(level).connect(context.destination);
    note.start(at);
    note.stop(at + length + 0.02);
  }

  function stroke(at) {
    // A struck bell: partials that are not harmonic, the high ones dying first.
    for (const [ratio, loud, length] of [[1, 0.4, 2.2], [2.0, 0.25, 1.6], [2.4, 0.2, 1.2], [3.0, 0.14, 0.9], [4.5, 0.1, 0.5]]) {
      const note = context.createOscillator();
      const level = context.createGain();
      note.frequency.value = 620 * ratio;
      level.gain.setValueAtTime(0.0001, at);
      level.gain.exponentialRampToValueAtTime(loud, at + 0.005);
      level.gain.exponentialRampToValueAtTime(0.0001, at + length);
      note.connect(level).connect(context.destination);
      note.start(at);
      note.stop(at + length + 0.05);
    }
  }

  function play(name) {
    if (!wake()) return;
    document.documentElement.dataset.sounded = name;
    const now = context.currentTime + 0.03;
    if (name === "bell") for (const n of [0, 0.55, 1.1]) stroke(now + n);
    for (const [at, length, pitch, loud, bend] of NOTES[name] || []) tone(now + at, length, pitch, loud, bend);
  }

  function nameOf(event) {
    if (event.type === "clock started") return "start";
    if (event.type === "warning") return event.remaining > 30 ? "minute" : "ten";
    if (event.type === "bell") return "bell";
    if (event.type === "doubt") return "asks";
    if (event.type === "ruling") return { refused: "stands", upheld: "falls" }[event.ruling] || "asks";
    return null;
  }

  function label() {
    button.setAttribute("aria-pressed", String(on));
    button.title = !on ? button.dataset.off : context?.state === "running" ? button.dataset.on : button.dataset.wait;
  }

  for (const hear of document.querySelectorAll("[data-hear]")) {
    hear.hidden = false;
    hear.addEventListener("click", () => play(hear.dataset.hear));
  }
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      on = !on;
      try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* a private window keeps nothing */ }
      if (on) play("start");
      label();
    });
    // Sound that was on before a reload needs one touch of any kind to be allowed again.
    addEventListener("pointerdown", () => { if (on) { wake(); label(); } }, { capture: true });
    label();
  }
  return { event(event) { const name = nameOf(event); if (on && name && context) play(name); } };
}
