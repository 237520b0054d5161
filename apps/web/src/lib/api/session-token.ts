/** The access token as this browser keeps it. Every tab sees the same one. */
export interface StoredToken {
  token: string;
  /** When the token ends by this browser's clock, ms since 1970. */
  expiresAtMs: number;
}

const TOKEN_KEY = 'farline.token';
const EXPIRY_KEY = 'farline.token.expires';
const LIFETIME_KEY = 'farline.session';
const BROWSER_COOKIE = 'farline_browser';

/** How a token went: somebody left, or the server would not have it any more. */
export type TokenEnd = 'left' | 'refused';
type Watcher = (token: StoredToken | null, end: TokenEnd) => void;

const watchers = new Set<Watcher>();

/** The stored token, or null. One that should end with the browser is dropped by the next browser session. */
export function readToken(): StoredToken | null {
  const token = localStorage.getItem(TOKEN_KEY);
  if (token === null || token === '') return null;
  if (localStorage.getItem(LIFETIME_KEY) === 'browser' && !isSameBrowserSession()) {
    clearToken();
    return null;
  }
  return { token, expiresAtMs: Number(localStorage.getItem(EXPIRY_KEY) ?? 0) };
}

/** Keeps a new session's token; `remember` false lets it end with the browser (Remember me unticked). */
export function startToken(token: StoredToken, remember: 'always' | 'browser'): void {
  localStorage.setItem(LIFETIME_KEY, remember);
  if (remember === 'browser') document.cookie = `${BROWSER_COOKIE}=1; path=/; SameSite=Strict`;
  replaceToken(token);
}

/** Whether whoever is signed in here ticked "Remember me". */
export function isRemembered(): boolean {
  return localStorage.getItem(TOKEN_KEY) !== null && localStorage.getItem(LIFETIME_KEY) === 'always';
}

/** Puts a refreshed token in the old one's place. */
export function replaceToken(token: StoredToken): void {
  localStorage.setItem(EXPIRY_KEY, String(token.expiresAtMs));
  localStorage.setItem(TOKEN_KEY, token.token);
  tell(token);
}

/** Forgets the token, in every tab. */
export function clearToken(end: TokenEnd = 'left'): void {
  if (localStorage.getItem(LIFETIME_KEY) === 'browser')
    document.cookie = `${BROWSER_COOKIE}=; path=/; max-age=0; SameSite=Strict`;
  for (const key of [TOKEN_KEY, EXPIRY_KEY, LIFETIME_KEY]) localStorage.removeItem(key);
  tell(null, end);
}

/** Calls back on every change of the token, also by another tab. Gives the function that stops it. */
export function watchToken(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(token: StoredToken | null, end: TokenEnd = 'left'): void {
  for (const watcher of watchers) watcher(token, end);
}

function isSameBrowserSession(): boolean {
  return document.cookie.split('; ').includes(`${BROWSER_COOKIE}=1`);
}

globalThis.addEventListener('storage', (event) => {
  // A tab that slept hears late of a token that went: by now there may be one of somebody else.
  if (event.key === TOKEN_KEY || event.key === null) tell(event.newValue === null ? null : readToken());
});
