// Runs before the first paint, so that a chosen theme never flashes, and nobody sees a page that is not meant for them.
const page = document.documentElement;

const theme = kept('farline.theme');
if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
if (kept('farline.phone') === 'pinned') page.dataset.phone = 'pinned';

// The page may come with its first view in it: English, for a visitor who is not signed in, with the system's theme. Or
// with the frame around the page of somebody who is: that has no theme of its own, and its words can be left out.
const wanted = [kept('farline.language') ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]);
const language = wanted.find((tag) => /^(en|es|fr|pt|ar|zh)$/.test(tag)) ?? 'en';
const isSignedIn = kept('farline.token') !== null;
const isFramed = page.dataset.frame !== undefined && isSignedIn;
if (isFramed) page.dataset.frame = language;
else if (isSignedIn || language !== 'en' || page.dataset.theme !== undefined || page.dataset.frame !== undefined)
  page.dataset.first = 'other';

// Who has been here has the typefaces in the browser's cache.
if (kept('farline.typefaces') !== null) showTypefaces();

// Scripts, typefaces and what the first view does not need of the style sheet wait until the first view is painted. A page in the background paints nothing, and starts all the same.
addEventListener('DOMContentLoaded', () => {
  const entry = document.querySelector('link[data-entry]')?.href;
  if (entry === undefined) {
    // Around a frame its scripts come first, and the figures with them.
    if (isFramed) addEventListener('load', showTypefaces);
    else showTypefaces();
    return;
  }
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    showTypefaces();
    for (const link of document.querySelectorAll('link[rel=after-paint]:not([data-sheet])')) link.rel = 'modulepreload';
    const sheet = document.querySelector('link[data-sheet]');
    // Nothing is drawn that has no styles yet; without them it still works.
    sheet.onload = sheet.onerror = () => void import(entry);
    sheet.rel = 'stylesheet';
  };
  if (page.dataset.first === 'other') return start();
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, 1_000);
});

// "Hear it now" is remembered when it is pressed before its script has come (pages/landing.tsx); where that never comes, the link is followed.
// It is heard on the way down: React stops a click on what it has not taken over yet.
addEventListener('click', rememberHear, true);

function rememberHear(event) {
  const link = event.target.closest?.('a[data-hear]');
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || page.dataset.hear === 'alive') return;
  event.preventDefault();
  if (page.dataset.hear === 'asked') return;
  page.dataset.hear = 'asked';
  link.setAttribute('aria-disabled', 'true');
  setTimeout(() => page.dataset.hear === 'asked' && location.assign(link.href), 15_000);
}

function showTypefaces() {
  page.dataset.typefaces = 'shown';
  try {
    localStorage.setItem('farline.typefaces', 'kept');
  } catch {
    // Nothing can be kept: they come after the first paint each time.
  }
}

function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is closed to this page: the system's theme and the browser's languages stand.
  }
}
