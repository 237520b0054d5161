// Stands in the page that comes with the frame of signed-in people: asks for their figures, and gets ready to write them, while the scripts are on
// their way. lib/session/overview.ts takes the answer up, as if it had asked itself. Ctrl or ⌘ with K is remembered meanwhile (app/in-front/in-front.tsx).
try {
  const token = localStorage.getItem('farline.token');
  const isOver =
    localStorage.getItem('farline.session') === 'browser' && !document.cookie.includes('farline_browser=1');
  if (token !== null) addEventListener('keydown', rememberSearch, true);
  if (token !== null && !isOver && Number(localStorage.getItem('farline.token.expires')) > Date.now() + 2_000) {
    const asked = fetch('/api/v1/overview', {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000), // As long as any request may take (section 9 of the specification).
    });
    // Where it is refused or fails it is asked for again, and that one says why.
    const reply = asked
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch((error) => (error.name === 'TimeoutError' ? 'timeout' : null));
    globalThis.farlineOverview = { token, reply };
  }
} catch {
  // Storage is closed to this page: nobody is signed in.
}

// A browser reads what it knows of languages when it is first asked, which takes a tenth of a second. It may as well while it waits for the scripts.
requestAnimationFrame(() =>
  setTimeout(() => {
    const locale = new Intl.Locale(navigator.language, { numberingSystem: 'latn', calendar: 'gregory' });
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(0);
  }),
);

function rememberSearch(event) {
  const { dataset } = document.documentElement;
  const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'k' : event.code === 'KeyK';
  const isPlain = !(event.altKey || event.shiftKey);
  if (dataset.search !== undefined || !isK || !isPlain || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  dataset.search = 'asked';
}
