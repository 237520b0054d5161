import { type BatchSubscription, heard } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { takeMessage } from './attendant-task.ts';
import { messagesWaiting } from './message-waiting.ts';
import { playMenu } from './menu-task.ts';
import { playMessages } from './play-messages.ts';
import { recordingFiles } from './recording-files.ts';
import { removingDiscarded } from './remove-discarded.ts';
import { addVoicemailRoutes, countUnheard, fileNameOf, viewOfVoicemail, type VoicemailRouteDeps } from './routes.ts';
import { takingDeeds, type TakeDeedsDeps } from './take-deeds.ts';
import { takingIn, type TakeInDeps } from './take-in.ts';
import { discardRecordingsOf, findRecording, recordingsOf } from './voicemail-store.ts';

export { createMessageWaiting } from './message-waiting.ts';
export { playMessages, takeMessage };

/** What calls ask of voicemail. */
export const callsToVoicemail = { takeMessage, playMessages, messagesWaiting, playMenu };

export type VoicemailDeps = Omit<VoicemailRouteDeps & TakeInDeps & TakeDeedsDeps, 'files'> & { dataFolder: string };
export type Voicemails = ServerModule & {
  /** The sound of a message as a mail carries it; null: it is no more. */
  attachmentOf: (id: string) => Promise<{ name: string; type: string; bytes: Buffer } | null>;
};

const TAKE_IN_EVERY_MS = 500;
const REMOVE_EVERY_MS = 30_000;
const AT_ONCE = 200;

/** Messages of callers whom nobody answered: taken from the attendant, kept, heard and deleted. */
export function createVoicemail(given: VoicemailDeps): Voicemails {
  const files = recordingFiles(given.dataFolder);
  const deps = { ...given, files };
  const { database } = deps;
  return {
    routes: async (app) => addVoicemailRoutes(app, deps),
    ticks: [
      { name: 'take voicemails in', everyMs: TAKE_IN_EVERY_MS, run: takingIn(deps) },
      { name: 'note voicemails that were heard', everyMs: TAKE_IN_EVERY_MS, run: takingDeeds(deps) },
      { name: 'remove deleted voicemails', everyMs: REMOVE_EVERY_MS, run: removingDiscarded(deps) },
    ],
    subscriptions: [closedAccounts()],
    exports: [{ name: 'voicemails', items: ({ accountId }) => everyVoicemailOf(deps, accountId) }],
    liveViews: [
      liveView(heard('voicemail.received', 'voicemail.changed'), async ({ accountId }) =>
        accountId === null ? null : { type: 'voicemail.changed', unheard: await countUnheard(database, accountId) },
      ),
    ],
    attachmentOf: async (id) => {
      const recording = await findRecording(database, id);
      const bytes = recording === null ? null : await files.read(recording);
      return recording === null || bytes === null ? null : { name: fileNameOf(recording), type: 'audio/wav', bytes };
    },
  };
}

/** Who closes an account takes its messages along, sound and all. */
function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'voicemails of closed accounts',
    types: heard('account.closed'),
    receiveAll: async (tx, events) =>
      await discardRecordingsOf(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}

/** Every message of an account with its sound, newest first, for an export. */
async function* everyVoicemailOf(
  { database, files }: Pick<VoicemailRouteDeps, 'database' | 'files'>,
  accountId: string,
): AsyncGenerator<unknown> {
  let before: string | null = null;
  for (;;) {
    const found = await recordingsOf(database, { accountId, from: null, before, most: AT_ONCE });
    for (const recording of found) {
      const sound = await files.read(recording);
      yield { ...viewOfVoicemail(recording), wavBase64: sound?.toString('base64') ?? null };
    }
    before = found.at(-1)?.id ?? null;
    if (found.length < AT_ONCE) return;
  }
}
