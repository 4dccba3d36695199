// The countdown between two messages: table time runs on at the table's own speed.
const figures = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds - 0.001));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export function startClock(data) {
  let now = Number(data.now) || 0;
  let speed = Number(data.speed) || 1;
  let since = performance.now();
  const tableTime = () => now + ((performance.now() - since) / 1000) * speed;

  const draw = () => {
    const clock = document.getElementById("clock");
    if (clock) {
      const running = clock.dataset.phase === "running";
      const left = running ? Math.max(0, Number(clock.dataset.endsAt) - tableTime()) : Number(clock.dataset.left);
      const text = clock.querySelector(".figures");
      if (text && text.textContent !== figures(left)) text.textContent = figures(left);
      const part = Math.min(1, left / (Number(clock.dataset.total) || 1));
      clock.querySelector(".ring")?.setAttribute("stroke-dashoffset", String(Math.round(1000 - 1000 * part)));
      clock.classList.toggle("soon", running && left <= 60 && left > 10);
      clock.classList.toggle("final", running && left <= 10);
    }
    setTimeout(() => requestAnimationFrame(draw), document.hidden ? 1000 : 100);
  };
  draw();
  return {
    set(pulse) {
      now = pulse.now;
      speed = pulse.speed || 1;
      since = performance.now();
    },
    tableTime,
    speed: () => speed,
  };
}
