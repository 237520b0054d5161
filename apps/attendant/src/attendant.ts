import { realpath } from 'node:fs/promises';
import type { AttendantTask } from '@farline/contracts/voicemail/attendant';
import { createSipEndpoint, type IncomingCall } from '@farline/sip-endpoint';
import { createSpeech } from '@farline/speech';
import { takeCodeCalls } from './code-calls.ts';
import { movedSound } from './moved-sound.ts';
import { createSlots, slotKeyOf } from './concurrency-slots.ts';
import { openMessages } from './messages.ts';
import { perform } from './perform.ts';
import { readTask } from './read-task.ts';
import { recordedGreetings } from './recorded-greetings.ts';
import { createRecordings } from './recordings.ts';
import { placeCodeCall } from './say-code.ts';
import { HOST, type Settings } from './settings.ts';
import { speakWholly, speakWith } from './speak.ts';
import { hangUp } from './verbs/hang-up.ts';

/** A running attendant. */
export interface Attendant {
  port: number;
  /** How many calls it has now. */
  openCalls(): number;
  /** Hangs up every call, stops listening, and gives the messages that were being spoken so long to be on the disk: 3 s, if not said. */
  close(keptWithinMs?: number): Promise<void>;
}

/** How many may do the same in one mailbox at once: nobody fills it with many calls at the same moment. */
const AT_ONCE_IN_A_MAILBOX = 10;
/** How many may be in the menus of one account at once, put through or not; and how many hear its messages. */
const AT_ONCE_IN_MENUS = 50;
const KEPT_WITHIN_MS = 3_000;
const NOT_ACCEPTABLE = 488;
const BUSY = 486;

/** Starts it. Each call brings its task with it; whatever becomes of that, the call is hung up. Throws where its port is in use. */
export async function startAttendant(settings: Settings, log: (sentence: string) => void): Promise<Attendant> {
  const recordings = await createRecordings(settings.voicemailFolder, settings.keepFreeBytes, log);
  const speech = createSpeech({ cacheFolder: settings.speechFolder, recordingsFolder: settings.recordingsFolder });
  const speak = speakWith({ speech, log });
  const sounds = { folder: settings.voicemailFolder, moved: movedSound(settings.bucket) };
  const messages = await openMessages(sounds, log);
  const open = new Set<IncomingCall>();
  const taking = new Set<Promise<void>>();
  const { mailboxSlots, menuSlots } = await openSlots(settings);
  const recordedGreeting = recordedGreetings(sounds, log);
  const deps = { recordings, speak, recordedGreeting, messages, silenceMs: settings.silenceMs, log };

  async function take(call: IncomingCall): Promise<void> {
    const read = readTask(call.invite.text);
    if (read === null) return await call.reject(NOT_ACCEPTABLE);
    const slots = read.task.do === 'menu' || read.task.do === 'say' ? menuSlots : mailboxSlots;
    const hasSlot = await slots.within(slotKeyOf(read.task), async () => await serve(call, read));
    if (!hasSlot) await call.reject(BUSY);
  }

  async function serve(call: IncomingCall, asked: { callId: string; task: AttendantTask }): Promise<void> {
    open.add(call);
    try {
      await perform({ ...deps, mailboxSlots, place }, call, asked);
    } finally {
      await hangUp(call).finally(() => open.delete(call));
    }
  }

  const place = (wanted: { user: string; word: string }) => endpoint.call(asTrunk(wanted, settings));

  const endpoint = await createSipEndpoint({
    host: HOST,
    port: settings.port,
    rtpPorts: settings.rtpPorts,
    name: 'Farline attendant',
    accepts: ({ host }) => host === HOST,
    onInvite: async (call) => {
      const work = take(call);
      taking.add(work);
      await work.finally(() => taking.delete(work));
    },
    log,
  });
  const carryOut = placeCodeCall({ speakWholly: speakWholly(speech), place });
  const codeCalls = await takeCodeCalls({ folder: settings.codeCallsFolder, carryOut, log });
  return {
    port: endpoint.address.port,
    openCalls: () => open.size + codeCalls.open(),
    close: async (keptWithinMs = KEPT_WITHIN_MS) => {
      // At once: while it still looked for orders, calls would be answered that end with the endpoint.
      await Promise.all([codeCalls.close(), endpoint.close()]);
      await settledWithin(keptWithinMs, [...taking]);
      recordings.close();
    },
  };
}

/** One folder has one name, whatever path leads there. */
async function openSlots({ voicemailFolder }: Pick<Settings, 'voicemailFolder'>) {
  const folder = await realpath(voicemailFolder);
  return {
    mailboxSlots: createSlots({ slots: AT_ONCE_IN_A_MAILBOX, folder }),
    menuSlots: createSlots({ slots: AT_ONCE_IN_MENUS, folder }),
  };
}

/** A call as a trunk brings one. */
const asTrunk = ({ user, word }: { user: string; word: string }, { enginePort }: Pick<Settings, 'enginePort'>) => ({
  to: `sip:${user}@${HOST}:${enginePort}`,
  from: `sip:${word}@${HOST}`,
});

async function settledWithin(limitMs: number, work: Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
