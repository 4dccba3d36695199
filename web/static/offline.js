// The notice of a phone that does not reach the Steward: it tries again, and gives way to the page that was asked for.
const here = !location.pathname.startsWith("/offline");
const again = document.getElementById("again");
if (here) again.href = location.href;

async function look() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok && here) location.reload();
  } catch { /* still out of reach */ }
}
if (here) setInterval(look, 4000);
addEventListener("online", look);
