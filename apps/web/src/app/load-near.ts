/** The scripts of pages that links of signed-in people lead to, by the first word of their addresses. */
const PAGES: ReadonlyMap<string, () => Promise<unknown>> = new Map<string, () => Promise<unknown>>([
  ['dashboard', async () => await import('../pages/dashboard.tsx')],
  ['calls', async () => await import('../pages/calls.tsx')],
  ['messages', async () => await import('../pages/messages.tsx')],
  ['contacts', async () => await import('../pages/contacts.tsx')],
  ['numbers', async () => await import('../pages/numbers.tsx')],
  ['analytics', async () => await import('../pages/analytics.tsx')],
  ['billing', async () => await import('../pages/billing.tsx')],
  ['settings', async () => await import('../pages/settings.tsx')],
  ['pricing', async () => await import('../pages/pricing.tsx')],
  ['help', async () => await import('../pages/help.tsx')],
]);

/** Fetches the page that a link leads to once somebody points at it, or comes to it by keyboard: its script is there, mostly, when they press. Gives what stops it. */
export function loadNear(): () => void {
  document.addEventListener('pointerover', load);
  document.addEventListener('focusin', load);
  return () => {
    document.removeEventListener('pointerover', load);
    document.removeEventListener('focusin', load);
  };
}

function load({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== location.origin || !navigator.onLine) return;
  const [, page = ''] = link.pathname.split('/');
  // What cannot be had now is asked for again, and told of, when somebody presses.
  PAGES.get(page)?.().catch(() => undefined);
}
