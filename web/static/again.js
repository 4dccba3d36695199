// A page that is looked at while hands are busy elsewhere, as at the camera, looks again by itself.
const AFTER = 3000;
const LOST = 2; // looks in vain before that is said: one alone may be a hall's Wi-Fi

/** Fetches the page anew and puts its part in place of the one shown, each time a while after the last answer. */
export function startAgain(part) {
  let timer = 0, looking = false, inVain = 0;
  const later = () => { clearTimeout(timer); if (!document.hidden && !looking) timer = setTimeout(look, AFTER); };

  async function look() {
    looking = true;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page && page.querySelector("[data-again]");
      inVain = fresh ? 0 : inVain + 1;
      if (fresh) {
        const [found, now] = [part, fresh].map((one) => one.querySelector("[data-found]"));
        if (found.innerHTML !== now.innerHTML) found.innerHTML = now.innerHTML;
        await showPicture(fresh.querySelector("img")).catch(() => {}); // the camera may have gone meanwhile
      }
    } catch { inVain += 1; } // out of reach: what was seen last stays, and the next look may get through
    part.querySelector("[data-lost]").hidden = inVain < LOST;
    looking = false;
    later();
  }

  async function showPicture(wanted) {
    const shown = part.querySelector("img");
    if (!wanted) return shown?.remove();
    const next = new Image();
    next.id = wanted.id;
    next.alt = wanted.alt;
    next.src = `${wanted.getAttribute("src")}?at=${Date.now()}`;
    await next.decode();
    if (shown) shown.replaceWith(next);
    else part.querySelector("[data-picture]").append(next);
  }

  document.addEventListener("visibilitychange", later);
  later();
}
