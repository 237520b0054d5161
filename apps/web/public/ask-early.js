// Stands in the page that comes with the frame of signed-in people: asks for their figures while the scripts are on their way.
// lib/session/overview.ts takes the answer up, and waits no longer for it than for any other.
try {
  const token = localStorage.getItem('farline.token');
  const isOver =
    localStorage.getItem('farline.session') === 'browser' && !document.cookie.includes('farline_browser=1');
  if (token !== null && !isOver && Number(localStorage.getItem('farline.token.expires')) > Date.now() + 2_000) {
    const asked = fetch('/api/v1/overview', { headers: { authorization: `Bearer ${token}` } });
    // Without an answer it is asked for again, and that one says why.
    const reply = asked.then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    globalThis.farlineOverview = { token, reply };
  }
} catch {
  // Storage is closed to this page: nobody is signed in.
}
