const KEY = 'farline.way-back';

/** Notes where in billing somebody is who leaves for the provider's page, which sends everybody back to the overview. */
export function noteWayBack(paymentId: string): void {
  const { pathname, search } = window.location;
  if (!pathname.startsWith('/billing/')) return;
  sessionStorage.setItem(KEY, JSON.stringify({ paymentId, pathname, search }));
}

/** Where somebody left from for this payment, once; null: from the overview, another page, or another tab. */
export function takeWayBack(paymentId: string): { pathname: string; search: string } | null {
  const noted = sessionStorage.getItem(KEY);
  if (noted === null) return null;
  const { paymentId: id, ...place } = JSON.parse(noted) as { paymentId: string; pathname: string; search: string };
  if (id !== paymentId) return null;
  sessionStorage.removeItem(KEY);
  return place;
}
