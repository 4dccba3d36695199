// The drive's pages: find a name in a list, take a file into a form, and turn the pages of a list too long for the wall.
const PAGE_STAYS = 8000;

function filter(input) {
  const wanted = input.value.trim().toLowerCase();
  for (const item of document.querySelectorAll(input.dataset.filter)) item.hidden = wanted !== "" && !item.dataset.find.includes(wanted);
}

/** Shows a list that does not fit a screenful at a time: what overflows to the side comes by turns. */
function turn(list) {
  if (list.scrollWidth <= list.clientWidth + 2 && list.scrollHeight <= list.clientHeight + 2) { list.scrollTo(0, 0); return; }
  const across = list.scrollWidth > list.clientWidth + 2;
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
  const [at, step, all] = across ? [list.scrollLeft, list.clientWidth + gap, list.scrollWidth] : [list.scrollTop, list.clientHeight, list.scrollHeight];
  const next = Math.ceil(at + step) >= all - 2 ? 0 : at + step;
  list.scrollTo(across ? next : 0, across ? 0 : next);
}

export function startDrive() {
  const find = document.querySelector("input[data-filter]");
  if (find) {
    find.addEventListener("input", () => filter(find));
    // Regions are drawn anew when something changes; what was looked for stays found.
    const board = document.querySelector(".drive-board");
    if (board) new MutationObserver(() => filter(find)).observe(board, { childList: true, subtree: true });
  }
  for (const file of document.querySelectorAll("input[type=file][data-into]")) {
    file.addEventListener("change", async () => {
      if (file.files[0]) document.getElementById(file.dataset.into).value = await file.files[0].text();
    });
  }
  if (document.body.classList.contains("drive-hall")) {
    setInterval(() => document.querySelectorAll("[data-pages]").forEach(turn), PAGE_STAYS);
  }
}
