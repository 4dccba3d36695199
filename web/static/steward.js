// The page's own movement. Everything on it also works without this file, by forms and links.
import { startLive } from "./live.js";
import { startForms } from "./forms.js";
import { startClock } from "./clock.js";
import { startSound } from "./sound.js";
import { startDrive } from "./drive.js";

const sound = startSound();
startForms();
startDrive();
const board = document.querySelector(".board");
if (board) {
  const clock = startClock(board.dataset);
  startLive(board.dataset, clock, sound);
}
const start = document.querySelector("[data-start]");
if (start) import("./start.js").then((module) => module.startWaiting(start));
const again = document.querySelector("[data-again]");
if (again) import("./again.js").then((module) => module.startAgain(again));
// Over TLS the pages can be installed, and say so where the Steward is out of reach; elsewhere browsers refuse it.
if (location.protocol === "https:" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(`/service-worker.js?language=${document.documentElement.lang}`).catch(() => {});
}
