import type { Verdict, WantedWork } from '../admission/admission.ts';
import { createFairTurns } from '../admission/fair-turns.ts';
import type { Clock } from '../clock.ts';
import { tooBusy, tooManyRequests, unauthorized } from '../problems.ts';
import { createWindows } from '../rate-limits/windows.ts';

/** All windows of an account, coming back some times in a minute; of an address, as many as may be open from it. */
const OF_ACCOUNT = { most: 120, windowSeconds: 60 };
const OF_ADDRESS = { most: 1_200, windowSeconds: 60 };
const MOST_COUNTED = 50_000;
/** A page takes ten seconds of silence for the end of its socket. */
const PATIENCE_MS = 5_000;
const MOST_WAITING = 5_000;
const RETRY_SECONDS = 5;

export type HelloDeps = {
  admit: (wanted: WantedWork) => Verdict;
  /** The user whose token it is, by its signature alone, without asking the database; null: it is none of ours. */
  signerOf: (token: string) => Promise<string | null>;
  clock: Clock;
  /** What counts as one address; absent: nobody's hellos are counted. */
  networkOf?: (address: string) => string;
  /** How many are welcomed at once: each keeps a connection of the database busy. */
  hellosAtOnce: number;
};

/** Somebody who says hello. `proved`: called as soon as it is known that their token is one of ours. */
export type Hello = { token: string; address: string; proved: () => void };
/** Runs `welcome` once it is the turn of whoever says hello. Throws a `Problem` where they are refused. */
export type AdmitHello = <T>(hello: Hello, welcome: () => Promise<T>) => Promise<T>;

/**
 * Decides who is welcomed on `/ws` and when, before the database is asked for anything: an account and an address so often in a minute, few at
 * once, in turns by user, and nobody whom an overload refuses. After a restart all browsers come at once: they wait here instead of making
 * calls wait for connections.
 */
export function admitHellos(deps: HelloDeps): AdmitHello {
  const windows = createWindows(MOST_COUNTED);
  const turns = createFairTurns({
    atOnce: deps.hellosAtOnce,
    mostWaiting: MOST_WAITING,
    patienceMs: PATIENCE_MS,
    busy: () => tooBusy(RETRY_SECONDS),
  });

  const count = (user: string, address: string) => {
    if (deps.networkOf === undefined) return;
    const now = deps.clock.now();
    const waitSeconds =
      windows.take(`user ${user}`, OF_ACCOUNT, now) || windows.take(deps.networkOf(address), OF_ADDRESS, now);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  };

  return async ({ token, address, proved }, welcome) => {
    const user = await deps.signerOf(token);
    if (user === null) throw unauthorized();
    proved();
    const verdict = deps.admit({ precedence: 'deferrable', owner: user });
    // Who was refused for others' sake is not counted: they have to come again.
    if (!verdict.admitted) throw tooBusy(verdict.retryAfterSeconds);
    count(user, address);
    return await turns.run(user, welcome);
  };
}
