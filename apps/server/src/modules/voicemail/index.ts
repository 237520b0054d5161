import type { Transcript } from '@farline/contracts';
import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { takeMessage } from './attendant-task.ts';
import { greetingFiles } from './greeting-files.ts';
import { soundReader } from './bucket.ts';
import { addGreetingRoutes, type GreetingRouteDeps } from './greeting-routes.ts';
import { discardGreetingsOf, greetingsOf } from './greetings-store.ts';
import { messagesWaiting } from './message-waiting.ts';
import { playMenu } from './menu-task.ts';
import { sayMessage } from './say-task.ts';
import { movingSounds } from './move-sounds.ts';
import { orderCodeCall, removeStaleOrders } from './order-code-call.ts';
import { playMessages } from './play-messages.ts';
import { type RecordingFiles, recordingFiles } from './recording-files.ts';
import { removingDiscarded } from './remove-discarded.ts';
import { removingGreetings } from './remove-greetings.ts';
import {
  addVoicemailRoutes,
  countUnheard,
  fileNameOf,
  shownTranscript,
  viewOfVoicemail,
  type VoicemailRouteDeps,
} from './routes.ts';
import { addSharedRoutes, addShareRoutes, type ShareRouteDeps } from './share-routes.ts';
import { forgetShares } from './shares-store.ts';
import { takingDeeds, type TakeDeedsDeps } from './take-deeds.ts';
import { takingIn, type TakeInDeps } from './take-in.ts';
import { transcribing } from './transcribe-voicemails.ts';
import { forgetTranscribedDays } from './transcripts-store.ts';
import { discardRecordingsOf, findRecording, type RecordingName, recordingsOf } from './voicemail-store.ts';

export { createMessageWaiting } from './message-waiting.ts';
export { greetingsOf, orderCodeCall, playMessages, takeMessage };

/** What calls ask of voicemail, beside `playMessages`. */
export const callsToVoicemail = { takeMessage, messagesWaiting, playMenu, sayMessage };

export type VoicemailDeps = Omit<
  VoicemailRouteDeps & ShareRouteDeps & TakeInDeps & TakeDeedsDeps & GreetingRouteDeps,
  'files'
> & {
  dataFolder: string;
  /** So much stays free on the disk: beyond it no greeting is taken. */
  keepFreeBytes: number;
};
export type Voicemails = ServerModule & {
  /** The sound of a message as a mail carries it; null: it is no more. */
  attachmentOf: (id: string) => Promise<{ name: string; type: string; bytes: Buffer } | null>;
  /** What was said in a message; null: nobody writes it down, or it is no more. */
  transcriptOf: (id: string) => Promise<Transcript | null>;
};

const TAKE_IN_EVERY_MS = 500;
const TRANSCRIBE_EVERY_MS = 1_000;
const MOVE_EVERY_MS = 1_000;
const REMOVE_EVERY_MS = 30_000;
const AT_ONCE = 200;

/** Messages of callers whom nobody answered: taken from the attendant, kept, heard and deleted. */
export function createVoicemail(given: VoicemailDeps): Voicemails {
  const inFolder = { voicemail: recordingFiles(given.dataFolder), greeting: greetingFiles(given) };
  const files = { ...inFolder.voicemail, read: soundReader(given, { kind: 'voicemail', ...inFolder.voicemail }) };
  const deps = { ...given, files };
  const { database } = deps;
  const greetingSound = soundReader(given, { kind: 'greeting', ...inFolder.greeting });
  const forGreetings = { ...given, files: { ...inFolder.greeting, read: greetingSound } };
  return {
    routes: async (app) => {
      addVoicemailRoutes(app, deps);
      addShareRoutes(app, deps);
      addSharedRoutes(app, deps);
      addGreetingRoutes(app, forGreetings);
    },
    ticks: [
      { name: 'take voicemails in', everyMs: TAKE_IN_EVERY_MS, run: takingIn(deps) },
      { name: 'note voicemails that were heard', everyMs: TAKE_IN_EVERY_MS, run: takingDeeds(deps) },
      { name: 'move sounds to the bucket', everyMs: MOVE_EVERY_MS, ...movingSounds({ ...given, filesOf: inFolder }) },
      { name: 'transcribe voicemails', everyMs: TRANSCRIBE_EVERY_MS, ...transcribing(deps) },
      { name: 'remove deleted voicemails', everyMs: REMOVE_EVERY_MS, run: removingDiscarded(deps) },
      { name: 'remove deleted greetings', everyMs: REMOVE_EVERY_MS, run: removingGreetings(forGreetings) },
      {
        name: 'forget links to voicemails',
        everyMs: REMOVE_EVERY_MS,
        run: async () => await forgetShares(database, { at: deps.clock.now(), most: AT_ONCE }),
      },
      {
        name: 'forget how much was transcribed',
        everyMs: REMOVE_EVERY_MS,
        run: async () => await forgetTranscribedDays(database, { before: deps.clock.now(), most: AT_ONCE }),
      },
      { name: 'remove stale orders', everyMs: REMOVE_EVERY_MS, run: async () => await removeStaleOrders(deps) },
    ],
    subscriptions: [closedAccounts(deps)],
    exports: [
      { name: 'voicemails', items: ({ accountId }) => everyVoicemailOf(deps, accountId) },
      { name: 'greetings', items: ({ accountId }) => everyGreetingOf(forGreetings, accountId) },
    ],
    liveViews: [
      liveView(eventTypes('voicemail.received', 'voicemail.changed', 'voicemail.transcribed'), async ({ accountId }) =>
        accountId === null ? null : { type: 'voicemail.changed', unheard: await countUnheard(database, accountId) },
      ),
      // They are a part of what happens when a number is called.
      liveView(eventTypes('greeting.changed'), () => ({ type: 'number.changed' })),
    ],
    transcriptOf: async (id) => shownTranscript((await findRecording(database, id))?.transcript ?? null, deps),
    attachmentOf: async (id) => {
      const recording = await findRecording(database, id);
      const bytes = recording === null ? null : await files.read(recording);
      return recording === null || bytes === null ? null : { name: fileNameOf(recording), type: 'audio/wav', bytes };
    },
  };
}

/** Who closes an account takes its messages and greetings along, sound and all. */
function closedAccounts({ clock }: Pick<VoicemailDeps, 'clock'>): BatchSubscription<'account.closed'> {
  return {
    name: 'voicemails of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) => {
      const accountIds = events.flatMap(({ accountId }) => accountId ?? []);
      await discardRecordingsOf(tx, accountIds);
      await discardGreetingsOf(tx, accountIds, clock.now());
    },
  };
}

/** Every message of an account with its sound, newest first, for an export. */
async function* everyVoicemailOf(
  { database, files, transcribe }: Pick<VoicemailRouteDeps, 'database' | 'files' | 'transcribe'>,
  accountId: string,
): AsyncGenerator<unknown> {
  let before: string | null = null;
  for (;;) {
    const found = await recordingsOf(database, { accountId, from: null, number: null, before, most: AT_ONCE });
    for (const recording of found) {
      yield { ...viewOfVoicemail(recording, { transcribe }), ...(await exportedSound(files, recording)) };
    }
    before = found.at(-1)?.id ?? null;
    if (found.length < AT_ONCE) return;
  }
}

/** Every greeting of an account, with its sound where it was recorded, for an export. */
async function* everyGreetingOf(
  { database, files }: Pick<GreetingRouteDeps, 'database' | 'files'>,
  accountId: string,
): AsyncGenerator<unknown> {
  for (const greeting of await greetingsOf(database, accountId)) {
    const { accountId: _, ...shown } = greeting;
    yield greeting.kind === 'recorded' ? { ...shown, ...(await exportedSound(files, greeting)) } : shown;
  }
}

/** The sound as an export has it; one that cannot be fetched now is said to be so, and keeps nothing else from it. */
async function exportedSound({ read }: Pick<RecordingFiles, 'read'>, name: RecordingName) {
  const sound = await read(name).catch(() => 'unavailable' as const);
  return sound === 'unavailable'
    ? { wavBase64: null, isUnavailable: true }
    : { wavBase64: sound?.toString('base64') ?? null };
}
