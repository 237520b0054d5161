import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';
import type { RecordingFiles } from './recording-files.ts';
import { createServiceRest, type ServiceRest } from './service-rest.ts';
import { transcriptText } from './transcript-text.ts';
import { type DueTranscript, postponeTranscript, settleTranscript, takeDueTranscripts } from './transcripts-store.ts';

/** Has the sound of a message written down, once, and says what became of it. Never rejects. */
export type Transcribe = (
  wav: Buffer,
  signal: AbortSignal,
) => Promise<
  | { state: 'transcribed'; text: string }
  /** It left, and may have been paid for. */
  | { state: 'later'; why: string; afterMs: number | null }
  /** The service takes nothing now, and nothing was paid for. */
  | { state: 'unavailable'; why: string; afterMs: number | null }
  | { state: 'refused'; why: string }
>;

export type TranscribeDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  files: Pick<RecordingFiles, 'read'>;
  /** Null: nobody writes messages down. */
  transcribe: Transcribe | null;
  random?: () => number;
};

const MOST_UNDER_WAY = 4;
/** Longer than a service is waited for: a process that dies meanwhile leaves the message to another. */
const TAKEN_FOR_MS = 5 * 60_000;
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** Its sound lies in a bucket that does not answer. */
const FETCH_AGAIN_MS = 60_000;
/** What nobody could be asked for by then, because all were down, is not asked for any more. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * What has due messages written down, a few at once. It does not wait for them: each is taken by one process, and tried a few times, later
 * each time. A service that takes nothing at all rests, and what waits for it loses no try. What is said is nowhere but in its row: not in
 * the log.
 */
export function transcribing(deps: TranscribeDeps): Required<Pick<Tick, 'run' | 'idle'>> {
  const { database, clock, log, transcribe, random = Math.random } = deps;
  const service = createServiceRest({ clock, random });
  const underWay = new Set<Promise<void>>();
  return {
    run: async (stopping = new AbortController().signal) => {
      const most = MOST_UNDER_WAY - underWay.size;
      if (transcribe === null || most <= 0 || !service.isOver()) return;
      const now = clock.now();
      const due = await takeDueTranscripts(database, { most, now, againAt: new Date(now.getTime() + TAKEN_FOR_MS) });
      for (const one of due) {
        const asking = transcribeOne({ ...deps, transcribe, random, service }, one, stopping)
          .catch((error: unknown) => log.error({ err: error, call: one.id }, 'a voicemail was not transcribed'))
          .finally(() => underWay.delete(asking));
        underWay.add(asking);
      }
    },
    idle: async () => void (await Promise.all(underWay)),
  };
}

type AskDeps = TranscribeDeps & { transcribe: Transcribe; random: () => number; service: ServiceRest };

async function transcribeOne(deps: AskDeps, due: DueTranscript, stopping: AbortSignal): Promise<void> {
  const { clock, files } = deps;
  const isOver = clock.now().getTime() - due.queuedAt.getTime() > GIVE_UP_AFTER_MS;
  if (due.attempts > MOST_ATTEMPTS || isOver) return await fail(deps, due, 'it took too long');
  let sound: Buffer | null;
  try {
    sound = await files.read(due);
  } catch {
    const dueAt = new Date(clock.now().getTime() + FETCH_AGAIN_MS);
    return await tryAgain(deps, due, { why: 'its sound cannot be fetched', dueAt, isCounted: false });
  }
  if (sound === null) return await fail(deps, due, 'its sound is gone');
  const outcome = await deps.transcribe(sound, stopping);
  // It comes again at once, in another process or after the start.
  if (stopping.aborted && outcome.state !== 'transcribed') {
    return void (await postponeTranscript(deps.database, due, { dueAt: clock.now(), isCounted: false }));
  }
  if (outcome.state === 'transcribed' || outcome.state === 'refused') deps.service.works();
  switch (outcome.state) {
    case 'transcribed':
      return void (await settle(deps, due, transcriptText(outcome.text)));
    case 'refused':
      return await fail(deps, due, outcome.why);
    case 'unavailable': {
      const dueAt = deps.service.rest(outcome.afterMs ?? 0);
      return await tryAgain(deps, due, { why: outcome.why, dueAt, isCounted: false });
    }
    case 'later':
      return await tryLater(deps, due, outcome);
  }
}

/** Told once. What was deleted meanwhile stays deleted, and what another has taken is theirs: false. */
async function settle({ database }: AskDeps, due: DueTranscript, text: string | null): Promise<boolean> {
  const { id, accountId } = due;
  return await inTransaction(database, async (tx) => {
    const isSettled = await settleTranscript(tx, due, { text });
    if (isSettled) await publish(tx, { type: 'voicemail.transcribed', accountId, subjectId: id });
    return isSettled;
  });
}

async function fail(deps: AskDeps, due: DueTranscript, why: string): Promise<void> {
  if (!(await settle(deps, due, null))) return;
  deps.log.warn(
    { call: due.id, attempts: due.attempts, why },
    'a voicemail could not be transcribed and stays without',
  );
}

async function tryLater(
  deps: AskDeps,
  due: DueTranscript,
  { why, afterMs }: { why: string; afterMs: number | null },
): Promise<void> {
  if (due.attempts >= MOST_ATTEMPTS) return await fail(deps, due, why);
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (due.attempts - 1)) * (0.75 + deps.random() / 2);
  const dueAt = new Date(deps.clock.now().getTime() + Math.max(afterMs ?? 0, pauseMs));
  await tryAgain(deps, due, { why, dueAt, isCounted: true });
}

async function tryAgain(
  { database, log }: AskDeps,
  due: DueTranscript,
  { why, dueAt, isCounted }: { why: string; dueAt: Date; isCounted: boolean },
): Promise<void> {
  if (!(await postponeTranscript(database, due, { dueAt, isCounted }))) return;
  log.warn(
    { call: due.id, attempts: due.attempts, why },
    'a voicemail could not be transcribed and is tried again later',
  );
}
