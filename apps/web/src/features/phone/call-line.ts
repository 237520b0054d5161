import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { createPart } from '../../lib/page/part.ts';
import { endWhereDeaf } from './end-on-server.ts';
import { playFarAudio, stopFarAudio } from './line/far-audio.ts';
import { closeMicrophone } from './line/microphone.ts';
import type { JoinedCall, ThreeWaySound } from './line/three-way-sound.ts';
import { problemOfEnd } from './line/phone-problem.ts';
import { watchQuality } from './line/quality-watch.ts';
import type { SipCall, SipCallEvents } from './line/sip-client.ts';
import { useSound } from './line/sound-choice.ts';
import { noteCall } from './page-note.ts';
import { letPhoneGo } from './phone-lock.ts';
import { IDLE, nextPhoneState, type PhoneEvent } from './phone-state.ts';
import { canMerge, isMergedIn, isTransferring, type ParkedCall, tellPhone, usePhone } from './phone-store.ts';
import { reportQuality } from './quality-report.ts';
import { NO_TRANSFER } from './transfer-state.ts';

/** Nobody joins calls before there are two, and it is there before one can be. */
export const threeWaySound = createPart(async () => await import('./line/three-way-sound.ts'));

/** What this tab holds for one of its calls. Everything is let go by `release`, in whatever state the call ends. */
export interface Line {
  sip: SipCall | null;
  microphone: MediaStream | null;
  /** What comes from the far side, once something does. */
  far: MediaStream | null;
  stopRinging: () => void;
  /** What was measured since the last report is sent, or dropped. */
  stopQuality: (rest?: 'dropped') => void;
}

/** What a call starts with: no drawer open, nothing muted. */
export const INITIAL_CALL_STATE = {
  isMuted: false,
  isHeld: false,
  transfer: NO_TRANSFER,
  sentDigits: '',
  bars: null,
  drawer: 'none',
  isEndAsked: false,
} as const;

let inUse: Line | null = null;
/** The line of the call that waits while another is talked on. */
let parked: Line | null = null;
/** The sound of both while all three talk together. */
let joined: ThreeWaySound | null = null;

export function newLine(): Line {
  return { sip: null, microphone: null, far: null, stopRinging: nothing, stopQuality: nothing };
}

/** The line of the call that is placed, or talked on. */
export function lineInUse(): Line | null {
  return inUse;
}

/** The line of the call that waits, or talks with the one in use. */
export function lineBeside(): Line | null {
  return parked;
}

/** Gives the phone's keys, controls and loudspeaker to this line. */
export function putInUse(line: Line | null): void {
  inUse = line;
  if (line !== null) playFar(line);
}

/** What is heard of a line's call beyond its placing or its answer, whether it is in use or waits. */
export function lineEvents(mine: Line): Pick<SipCallEvents, 'held' | 'farAudio' | 'signalling' | 'ended'> {
  return {
    held(state) {
      // With each re-offer JsSIP switches on what a far side that waits, or is sent the sound of three, must not hear.
      if (parked === mine && mine.microphone !== null) switchMicrophone(mine.microphone, 'off');
      if (inUse !== mine) return;
      usePhone.setState({ isHeld: state === 'held' });
      if (mine.microphone !== null) applyMuteAndHold(mine.microphone);
    },
    farAudio(stream) {
      mine.far = stream;
      if (isMerged() && (inUse === mine || parked === mine)) void join();
      else if (inUse === mine) playFar(mine);
    },
    signalling(signalling) {
      tell(mine, { type: 'signalling', signalling });
    },
    ended(end) {
      if (parked === mine || inUse === mine) unmix(mine);
      release(mine);
      if (parked === mine) return forgetParked();
      if (inUse !== mine) return;
      inUse = null;
      stopFarAudio();
      tellPhone({ type: 'over', atMs: Date.now(), problem: problemOfEnd(end) });
      if (end.is === 'elsewhere') tellPhone({ type: 'cleared' });
      takeBackParked();
    },
  };
}

/** Shows how the call sounds, and reports it. */
export function measure(mine: Line, call: { id: string; answeredAtMs: number }): void {
  if (mine.sip === null) return;
  const report = reportQuality(call.id, call.answeredAtMs);
  const stop = watchQuality(mine.sip, {
    bars: (bars) => {
      if (inUse === mine) usePhone.setState({ bars });
    },
    second: (quality) => report.add(quality),
  });
  mine.stopQuality = (rest) => {
    mine.stopQuality = nothing;
    stop();
    if (rest !== 'dropped') report.finish();
  };
}

/** A far side that waits hears as little as one for whom the microphone is off. */
export function applyMuteAndHold(microphone: MediaStream): void {
  const { isMuted, isHeld } = usePhone.getState();
  switchMicrophone(microphone, isMuted || isHeld ? 'off' : 'on');
}

/** Ends the call in use, since another takes its place. */
export function endForAnother(): void {
  separate();
  const ending = inUse;
  if (ending === null) return;
  inUse = null;
  endWhereDeaf(usePhone.getState().phone);
  tellPhone({ type: 'over', atMs: Date.now(), problem: null });
  if (ending.sip === null) release(ending);
  else ending.sip.hangUp();
}

/** Lets the far side of the call in use wait, and sets the call aside. */
export function park(): void {
  const { phone, isMuted, sentDigits } = usePhone.getState();
  if (inUse === null || phone.state !== 'talking') return;
  putOnHold(inUse);
  parked = inUse;
  inUse = null;
  usePhone.setState({ ...INITIAL_CALL_STATE, phone: IDLE, parked: { phone, isMuted, sentDigits, isMerged: false } });
}

/** Talks with whoever waits, and lets the other wait. */
export function swap(): void {
  const [waiting, call] = [parked, usePhone.getState().parked];
  if (waiting === null || call === null || isTransferring(usePhone.getState())) return;
  park();
  if (parked !== waiting) talkAgain(waiting, call);
}

/** Takes whoever waits into the call that is talked on: all three hear each other. */
export async function merge(): Promise<void> {
  const [mine, other, call] = [inUse, parked, usePhone.getState().parked];
  if (!mine?.sip || !other?.sip || call === null || !canMerge(usePhone.getState())) return;
  usePhone.setState({ parked: { ...call, isMerged: true }, drawer: 'none' });
  other.sip.hold('resume');
  // What is sent is the sound of two from now on: the microphone alone is switched off, not the whole.
  for (const line of [mine, other]) line.sip?.mute('unmute');
  if (mine.microphone !== null) applyMuteAndHold(mine.microphone);
  await join();
}

/** Lets the far side that was taken into the call wait again. */
export function separate(): void {
  const { parked: call, isMuted } = usePhone.getState();
  if (call === null || parked === null || !isMerged()) return;
  unmix();
  putOnHold(parked);
  usePhone.setState({ parked: { ...call, isMuted, isMerged: false } });
}

/** Whether all three talk together. */
export function isMerged(): boolean {
  return isMergedIn(usePhone.getState());
}

/**
 * Joins the sound of the two calls that are one, with the microphone that the call in use has now. The far side that waited is heard a
 * moment after it was taken back: then this is called again.
 */
export async function join(): Promise<void> {
  const [mine, other] = [inUse, parked];
  try {
    if (!isMerged() || mine === null || other === null || joinable(mine) === null || joinable(other) === null) return;
    const { joinSound, openMixer } = await threeWaySound.load();
    const context = await openMixer();
    const [own, second, microphone] = [joinable(mine), joinable(other), mine.microphone];
    if (!isMerged() || inUse !== mine || parked !== other || own === null || second === null || microphone === null)
      return void context.close();
    joined?.close();
    joined = joinSound(context, { microphone, calls: [own, second], stopped: separate });
    void playFarAudio(joined.heard, useSound.getState());
    await joined.sent;
  } catch (error) {
    console.warn('The calls cannot be joined', error);
    separate();
  }
}

/** Ends the call beside the one in use. */
export function endParked(): void {
  const call = usePhone.getState().parked;
  if (call !== null) endWhereDeaf(call.phone);
  parked?.sip?.hangUp();
}

/** Applies the server's word to the call that waits; a call that has ended there ends here. */
export function tellParked(event: PhoneEvent): void {
  const call = usePhone.getState().parked;
  if (call === null) return;
  const phone = nextPhoneState(call.phone, event);
  if (phone.state !== 'talking' || phone === call.phone) return;
  usePhone.setState({ parked: { ...call, phone } });
  if (phone.call.endedAt !== null) parked?.sip?.hangUp();
}

export function release(ending: Line): void {
  stopRinging(ending);
  ending.stopQuality();
  if (ending.microphone !== null) closeMicrophone(ending.microphone);
  letPhoneGo(ending);
}

export function stopRinging(line: Line): void {
  line.stopRinging();
  line.stopRinging = nothing;
}

function tell(mine: Line, event: PhoneEvent): void {
  if (parked === mine) tellParked(event);
  else if (inUse === mine) tellPhone(event);
}

/** Each far side hears the microphone of its own call again, and nobody else; `ending` hears nothing any more. */
function unmix(ending: Line | null = null): void {
  if (!isMerged()) return;
  joined?.close();
  joined = null;
  const { isMuted } = usePhone.getState();
  for (const line of [inUse, parked]) {
    if (line === ending || !line?.sip || !line.microphone) continue;
    const { sip, microphone } = line;
    switchMicrophone(microphone, isMuted ? 'off' : 'on');
    sip.replaceMicrophone(microphone).catch((error: unknown) => console.warn('A call is over', error));
    sip.mute(isMuted ? 'mute' : 'unmute');
  }
  if (inUse !== null && inUse !== ending) playFar(inUse);
}

/** Its far side hears nothing from now on. */
function putOnHold({ sip, microphone }: Line): void {
  sip?.hold('hold');
  if (microphone !== null) switchMicrophone(microphone, 'off');
}

function joinable({ sip, far }: Line): JoinedCall | null {
  const isHeard = far !== null && far.getAudioTracks().length > 0;
  return sip === null || !isHeard ? null : { far, send: async (sound) => await sip.replaceMicrophone(sound) };
}

/** Nobody is left to talk with here: whoever waits, or was taken into the call, is talked with. */
function takeBackParked(): void {
  const { parked: call, isMuted } = usePhone.getState();
  const waiting = parked;
  if (waiting === null || call === null) return;
  forgetParked();
  talkAgain(waiting, call.isMerged ? { ...call, isMuted } : call);
}

function talkAgain(line: Line, { phone, isMuted, sentDigits, isMerged: isTalkedOn }: ParkedCall): void {
  usePhone.setState({ ...INITIAL_CALL_STATE, phone, isMuted, sentDigits, isHeld: !isTalkedOn });
  useCallInProgress.setState({ isRunning: true });
  noteCall(phone.call.id);
  putInUse(line);
  if (!isTalkedOn) line.sip?.hold('resume');
}

function forgetParked(): void {
  parked = null;
  usePhone.setState({ parked: null });
}

function playFar({ far }: Line): void {
  if (far !== null) void playFarAudio(far, useSound.getState());
}

export function switchMicrophone(microphone: MediaStream, to: 'on' | 'off'): void {
  for (const track of microphone.getAudioTracks()) track.enabled = to === 'on';
}

function nothing(): void {
  // There was nothing to stop.
}
