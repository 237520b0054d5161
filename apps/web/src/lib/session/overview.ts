import type { Overview } from '@farline/contracts/overview';
import { api } from '../api/api-client.ts';
import { unanswered } from '../api/http.ts';
import { readToken } from '../api/session-token.ts';
import { isOfAnother } from './token-subject.ts';

/** The page that shows it. Any other asks for what it needs. */
export const OVERVIEW_PAGE = '/dashboard';

/** What came in one answer is put in its places within so long: whoever is loaded later asks for itself. */
const FRESH_MS = 10_000;

type Listener = (overview: Overview, receivedAtMs: number) => void;

const listeners = new Set<Listener>();
let latest: { overview: Overview; receivedAtMs: number } | null = null;
let underWay: Promise<Overview | null> | null = null;
/** How often somebody has left. */
let departures = 0;

/** Asks who is signed in, and for all that the first view shows, at once. Throws what the server answers otherwise. */
export async function askOverview(): Promise<Overview> {
  const asked = ask();
  const settled = asked.then(ofWhoIsHere, () => null);
  underWay = settled;
  try {
    const overview = await asked;
    if (underWay === settled && ofWhoIsHere(overview) !== null) tell(overview);
    return overview;
  } finally {
    if (underWay === settled) underWay = null;
  }
}

/** Calls back with each overview as it comes, and with one that has just come. */
export function onOverview(listener: Listener): void {
  listeners.add(listener);
  if (latest !== null && Date.now() - latest.receivedAtMs < FRESH_MS) listener(latest.overview, latest.receivedAtMs);
}

/** A part of the overview that is under way; undefined where none is, or where it comes without that part. */
export async function partUnderWay<Part extends keyof Overview>(part: Part): Promise<Overview[Part] | undefined> {
  return (await waitedFor())?.[part];
}

/** Where live push goes on from the overview, so that nothing is missed in between; undefined without one. */
export async function overviewPosition(): Promise<number | undefined> {
  await waitedFor();
  return latest?.overview.position;
}

/** The overview that is under way, unless it is forgotten meanwhile. */
async function waitedFor(): Promise<Overview | null> {
  const before = departures;
  const overview = await underWay;
  return before === departures ? overview : null;
}

/** The answer is of the person whose session this browser has by now: nothing of one who has left, or of another. */
function ofWhoIsHere(overview: Overview): Overview | null {
  const token = readToken();
  return token === null || isOfAnother(token.token, overview.user.id) ? null : overview;
}

/** Nobody is signed in any more. */
export function forgetOverview(): void {
  latest = null;
  departures += 1;
  underWay = null;
}

function tell(overview: Overview): void {
  latest = { overview, receivedAtMs: Date.now() };
  for (const listener of listeners) listener(overview, latest.receivedAtMs);
}

async function ask(): Promise<Overview> {
  return (await askedEarly()) ?? (await api('GET /overview'));
}

/** Asked by public/ask-early.js while the scripts were on their way, with the token of that moment; it counts once. */
async function askedEarly(): Promise<Overview | null> {
  const page: { farlineOverview?: { token: string; reply: Promise<Overview | 'timeout' | null> } | undefined } =
    globalThis as object;
  const early = page.farlineOverview;
  delete page.farlineOverview;
  if (early === undefined || early.token !== readToken()?.token) return null;
  const reply = await early.reply;
  if (reply === 'timeout') throw unanswered('timeout');
  return reply;
}
