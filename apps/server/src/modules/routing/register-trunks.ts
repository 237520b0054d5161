import { isIPv6 } from 'node:net';
import type { Clock } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';
import {
  claimRegistrations,
  type DueRegistration,
  forgetRegistration,
  type RegistrationResult,
  saveRegistration,
  wantRegistrations,
} from './registrations-store.ts';

const EVERY_MS = 1_000;
/** Longer than the engine takes to say what came of one. */
const CLAIMED_MS = 20_000;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
const LONGEST_WAIT_SECONDS = 3_600;
const LONGEST_SECONDS = 86_400;
const SHORTEST_REFRESH_SECONDS = 5;

/** One REGISTER as the engine sends it, and what it says came of it; null: nothing was heard. */
export type RegisterWords = {
  trunk: string;
  uri: string;
  aor: string;
  callId: string;
  cseq: number;
  seconds: number;
};
export type RegisterOutcome = { status: number; seconds: number; wait: number };

export type RegisterTrunksDeps = {
  database: Executor;
  clock: Clock;
  random: () => number;
  register: (words: RegisterWords) => Promise<RegisterOutcome | null>;
  log: Pick<Log, 'info' | 'warn'>;
};

/** Keeps every trunk registered that is to be, and takes leave of those that are not to be any more. */
export function createRegisterTrunks(deps: RegisterTrunksDeps): Tick {
  return {
    name: 'registrations of trunks',
    everyMs: EVERY_MS,
    run: async () => {
      const now = deps.clock.now();
      await wantRegistrations(deps.database, now);
      const until = new Date(now.getTime() + CLAIMED_MS);
      const due = await claimRegistrations(deps.database, { now, until });
      await Promise.all(due.map(async (each) => await registerOne(deps, each)));
    },
  };
}

async function registerOne(deps: RegisterTrunksDeps, due: DueRegistration): Promise<void> {
  const { trunkId, trunk, callId, cseq, seconds, registeredUntil } = due;
  const isLeaving = seconds === 0;
  if (isLeaving && (registeredUntil === null || due.user === null)) {
    return await forgetRegistration(deps.database, trunkId);
  }
  const outcome = await deps.register({ trunk, uri: registrarOf(due), aor: addressOf(due), callId, cseq, seconds });
  if (isLeaving) {
    deps.log.info({ trunk, status: outcome?.status ?? null }, 'a trunk is registered no longer');
    return await forgetRegistration(deps.database, trunkId);
  }
  const result = resultOf(due, outcome, { now: deps.clock.now(), random: deps.random() });
  if (result.failures === 1) deps.log.warn({ trunk, status: result.status }, 'a trunk could not be registered');
  if (result.failures === 0 && (due.failures > 0 || registeredUntil === null)) {
    deps.log.info({ trunk }, 'a trunk is registered');
  }
  await saveRegistration(deps.database, trunkId, result);
}

/** What follows from an outcome: again before it runs out, or after a pause that doubles, up to ten minutes, or as the registrar says. */
export function resultOf(
  due: Pick<DueRegistration, 'failures' | 'seconds' | 'registeredUntil'>,
  outcome: RegisterOutcome | null,
  { now, random }: { now: Date; random: number },
): RegistrationResult {
  const after = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1_000));
  if (outcome !== null && outcome.status >= 200 && outcome.status < 300 && outcome.seconds > 0) {
    const { status, seconds } = outcome;
    const refresh = Math.max(SHORTEST_REFRESH_SECONDS, seconds * (0.75 + random * 0.1));
    return { status, registeredUntil: after(seconds), leastSeconds: null, failures: 0, nextAt: after(refresh) };
  }
  const failures = due.failures + 1;
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - 1, 10));
  const kept = { status: outcome?.status ?? null, registeredUntil: due.registeredUntil, failures };
  const wait = Math.min(outcome?.wait ?? 0, LONGEST_WAIT_SECONDS);
  // More each time, so that this ends.
  if (outcome?.status === 423 && outcome.wait > due.seconds && outcome.wait <= LONGEST_SECONDS) {
    return { ...kept, leastSeconds: outcome.wait, nextAt: now };
  }
  const jittered = pause * (0.5 + random / 2);
  return { ...kept, leastSeconds: null, nextAt: after(outcome?.status === 423 ? pause : Math.max(jittered, wait)) };
}

/** The registrar's URI: the trunk, without a user (RFC 3261 §10.2). */
function registrarOf({ host, port, transport }: DueRegistration): string {
  return `sip:${isIPv6(host) ? `[${host}]` : host}:${port};transport=${transport}`;
}

/** Whose calls we want: the login's user, at the trunk's host unless it names another. */
function addressOf({ user, host }: DueRegistration): string {
  const [name = '', domain = isIPv6(host) ? `[${host}]` : host] = (user ?? '').split('@');
  return `sip:${encodeURIComponent(name)}@${domain.replace(/[^A-Za-z0-9.:[\]-]/g, '')}`;
}
