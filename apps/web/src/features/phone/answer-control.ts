import type { Call } from '@farline/contracts/calls';
import { api } from '../../lib/api/api-client.ts';
import { RequestError } from '../../lib/api/http.ts';
import { onLiveEvent } from '../../lib/live/live-events.ts';
import { notify } from '../../lib/page/notify.ts';
import { phoneText } from '../../texts/phone.ts';
import {
  endForAnother,
  INITIAL_CALL_STATE,
  type Line,
  lineEvents,
  lineInUse,
  measure,
  newLine,
  park,
  putInUse,
  release,
} from './call-line.ts';
import { lineForThisTab } from './incoming-line.ts';
import { isOpen } from './line/microphone.ts';
import { changeMicrophone, goOnWhereLost, openChosenMicrophone, speakBy } from './microphone-control.ts';
import { PhoneRefusal, problemOf, sentenceOfProblem } from './line/phone-problem.ts';
import type { Refusal, RingingSipCall, SipEnd } from './line/sip-client.ts';
import { noteCall } from './page-note.ts';
import { takePhoneFor } from './phone-lock.ts';
import { isBusy } from './phone-state.ts';
import { canWait, tellPhone, usePhone } from './phone-store.ts';
import { ringingCall, tellRinging } from './ring-store.ts';

/** What becomes of the call that is talked on when another is answered. */
export type TalkedOn = 'ends' | 'waits';

const MOST_RINGING = 4;
/** How long an answer may take to reach the caller's side, once somebody's answer has. */
const TAKEN_MS = 3_000;

/** Nothing rings for longer. */
const RINGS_MS = 120_000;
/** The call that was answered before it has come here. */
let wanted: { id: string; untilMs: number } | null = null;

interface Rung {
  sip: RingingSipCall;
  /** Its record, asked for as it begins to ring; null when that failed. */
  record: Promise<Call | null>;
}

/** Each call that rings, until it is talked on. */
const ringing = new Map<string, Rung>();

/** A call comes in: it rings until something is done about it. Gives what is told when its caller's side takes it back. */
export function ring(sip: RingingSipCall): () => void {
  const { id, number, hasVoicemail } = sip;
  if (ringing.has(id) || ringing.size >= MOST_RINGING) {
    sip.refuse('here');
    return () => undefined;
  }
  tellRinging({ type: 'rang', id, number, hasVoicemail });
  ringing.set(id, { sip, record: showRecord(id) });
  if (isWanted(id)) {
    wanted = null;
    answerUnasked(id);
  }
  return () => forget(id);
}

/**
 * Answers a call that somebody has answered in its notification: at once where it rings here, else when it comes to this tab. The call that is
 * talked on waits; where it cannot, the page asks what becomes of it. Says so when the call no longer rings.
 */
export function answerOnceItRings(id: string): void {
  if (ringing.has(id)) return answerUnasked(id);
  wanted = { id, untilMs: Date.now() + RINGS_MS };
  lineForThisTab();
  void showRecord(id);
}

/** Keeps what is shown of calls that ring true to the server, which may say first that somebody else has answered. */
export function watchRinging(): () => void {
  return onLiveEvent('call.changed', ({ call }) => hearRecord(call));
}

/** Answers a call, once; the call that is talked on waits or ends as soon as it is connected. What goes wrong is shown with it. */
export async function answer(id: string, talkedOn: TalkedOn = 'ends'): Promise<void> {
  const call = ringing.get(id);
  if (call === undefined || !tellRinging({ type: 'answering', id })) return;
  const mine = newLine();
  try {
    if (!(await takePhoneFor(mine))) throw new PhoneRefusal('other_tab');
    const opened = await microphone();
    speakBy(mine, opened);
    const record = ringingCall(id)?.record ?? (await call.record) ?? (await recordOf(id));
    if (ringing.get(id) !== call) return release(mine);
    mine.sip = call.sip.answer(opened, {
      ...lineEvents(mine),
      ringing: () => undefined,
      earlyMedia: () => undefined,
      answered: () => talk(mine, { record: ringingCall(id)?.record ?? record, talkedOn }),
      ended: (end) => {
        if (ringing.has(id)) endUntalked(mine, { id, end });
        else lineEvents(mine).ended(end);
      },
    });
  } catch (error) {
    release(mine);
    tellRinging({ type: 'refused', id, problem: problemOf(error).kind });
  }
}

/** A notification cannot ask what becomes of the call that is talked on: nothing is ended by it. */
function answerUnasked(id: string): void {
  const talkedOn = usePhone.getState();
  if (!isBusy(talkedOn.phone)) void answer(id);
  else if (canWait(talkedOn)) void answer(id, 'waits');
}

/** Declines a call; `here` lets the account's other devices ring on, and its caller hears busy when there is none. */
export function decline(id: string, how: Refusal): void {
  ringing.get(id)?.sip.refuse(how);
  forget(id);
}

/** Nobody is signed in here any more. */
export function forgetRinging(): void {
  for (const id of [...ringing.keys()]) decline(id, 'here');
}

function talk(mine: Line, { record, talkedOn }: { record: Call; talkedOn: TalkedOn }): void {
  const { id } = record;
  const answeredAtMs = Date.now();
  forget(id);
  if (talkedOn === 'waits') park();
  endForAnother();
  putInUse(mine);
  usePhone.setState({ ...INITIAL_CALL_STATE, isOpen: true });
  tellPhone({ type: 'picked-up', call: record, atMs: answeredAtMs });
  noteCall(id);
  measure(mine, { id, answeredAtMs });
  void goOnWhereLost(); // It may have gone while the answer was on its way.
}

/** The caller gave up, or somebody else was quicker: nobody waits to hear of it. Sound that cannot be had is told. */
function endUntalked(mine: Line, { id, end }: { id: string; end: SipEnd }): void {
  release(mine);
  forget(id);
  if (end.is !== 'no-media' && end.is !== 'soundless') return;
  void notify({ type: 'error', message: sentenceOfProblem({ kind: 'no_sound', serverSentence: null }) });
}

const isWanted = (id: string): boolean => wanted?.id === id && Date.now() < wanted.untilMs;

function forget(id: string): void {
  ringing.delete(id);
  tellRinging({ type: 'gone', id });
}

/** A second microphone beside an open one would silence the first in some browsers: both calls share it. */
async function microphone(): Promise<MediaStream> {
  const running = lineInUse();
  if (!running?.microphone) return await openChosenMicrophone();
  if (!isOpen(running.microphone)) await changeMicrophone();
  const tracks = running.microphone.getAudioTracks().map((track) => track.clone());
  for (const track of tracks) track.enabled = true; // The one in the running call may be switched off.
  return new MediaStream(tracks);
}

function hearRecord(call: Call): void {
  if (call.endedAt !== null || call.answeredAt !== null) tellWanted(call.id);
  tellRinging({ type: 'record', call });
  const shown = ringingCall(call.id);
  // The server's word may come before the CANCEL.
  if (shown === undefined) decline(call.id, 'here');
  // Of those who answer at the same instant one has the call, and the others are told nothing.
  else if (call.answeredAt !== null) setTimeout(() => decline(call.id, 'here'), TAKEN_MS);
}

/** A call that was to be answered cannot be. */
function tellWanted(id: string): void {
  if (!isWanted(id)) return;
  wanted = null;
  void notify({ type: 'info', message: phoneText.say('ringsNoMore') });
}

/** It tells which number was called, and whether somebody has answered since. */
async function showRecord(id: string): Promise<Call | null> {
  try {
    const record = await recordOf(id);
    hearRecord(record);
    return record;
  } catch (error) {
    // A call of whoever was signed in here before rings for nobody who is here now.
    if (error instanceof RequestError && error.status === 404) tellWanted(id);
    console.warn('The record of a call that rings cannot be asked for', error);
    return null;
  }
}

async function recordOf(id: string): Promise<Call> {
  return (await api('GET /calls/{id}', { id })).call;
}
