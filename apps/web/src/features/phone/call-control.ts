import type { Call, InitiateRequest } from '@farline/contracts/calls';
import { api, newKey } from '../../lib/api/api-client.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { notify } from '../../lib/page/notify.ts';
import { useSession } from '../../lib/session/session.ts';
import { endOnServer } from './end-on-server.ts';
import { chooseSpeaker, farAudio, playFarAudio, stopFarAudio } from './line/far-audio.ts';
import { playKeyTone } from './line/key-tone.ts';
import { closeMicrophone, openMicrophone } from './line/microphone.ts';
import { noteCall } from './page-note.ts';
import { takePhone } from './phone-lock.ts';
import { PhoneRefusal, type ProblemKind, problemOf, sentenceOfProblem } from './line/phone-problem.ts';
import { isBusy } from './phone-state.ts';
import { sipAccount, sipClient } from './line/prepare-call.ts';
import { tellPhone, usePhone } from './phone-store.ts';
import { NO_TRANSFER } from './transfer-state.ts';
import { reportQuality } from './quality-report.ts';
import { watchQuality } from './line/quality-watch.ts';
import { playRingingTone, ringingToneOf } from './line/ringing-tone.ts';
import type { SipAccount, SipCall, SipClient, SipEnd } from './line/sip-client.ts';
import { chooseSound, type SoundChoice, useSound } from './line/sound-choice.ts';
import { useWithheldNumber } from './withheld-number.ts';

/** What this tab holds for its one call. Everything is let go by `release`, in whatever state the call ends. */
interface Line {
  sip: SipCall | null;
  microphone: MediaStream | null;
  stopRinging: () => void;
  stopQuality: () => void;
  letGo: () => void;
}

let line: Line | null = null;

/** Calls the number: microphone, permission of the server, INVITE. What goes wrong stands in the phone's state. */
export async function placeCall(number: string): Promise<void> {
  if (!tellPhone({ type: 'dialled', number })) return;
  usePhone.setState({ isMuted: false, isHeld: false, transfer: NO_TRANSFER, sentDigits: '', bars: null, isOpen: true });
  const mine: Line = { sip: null, microphone: null, stopRinging: nothing, stopQuality: nothing, letGo: nothing };
  line = mine;
  try {
    const letGo = await takePhone();
    if (letGo === null) throw new PhoneRefusal('other_tab');
    mine.letGo = letGo;
    const opening = openChosenMicrophone();
    const [microphone, client, account] = await Promise.all([opening, sipClient(), sipAccount()]).catch(
      (error: unknown) => {
        void opening.then(closeMicrophone, nothing); // There will be no call to listen for.
        throw error;
      },
    );
    mine.microphone = microphone;
    if (line !== mine) return release(mine);
    tellPhone({ type: 'microphone-opened' });

    const { call, placement } = await api('POST /calls/initiate', {
      body: requestFor(number),
      idempotencyKey: newKey(),
    });
    if (line !== mine) {
      release(mine);
      await endOnServer(call.id);
      return;
    }
    tellPhone({ type: 'placed', call });
    noteCall(call.id);
    connect(mine, { client, account, call, uri: placement.uri, header: placement.header });
  } catch (error) {
    release(mine);
    if (line === mine) tellPhone({ type: 'refused', problem: problemOf(error) });
  }
}

/** Ends the call, whatever state it is in. The server ends it too where the line to the engine is dead. */
export function hangUp(): void {
  const ending = line;
  if (ending === null) return;
  if (ending.sip === null) {
    line = null;
    release(ending);
    tellPhone({ type: 'over', atMs: Date.now(), problem: null });
    return;
  }
  const { phone } = usePhone.getState();
  const isDeaf = phone.state === 'talking' && phone.signalling === 'lost';
  if (isDeaf) void endOnServer(phone.call.id);
  ending.sip.hangUp();
}

/** Switches the microphone off or on; the call goes on. */
export function toggleMute(): void {
  const microphone = line?.microphone ?? null;
  if (microphone === null) return;
  const isMuted = !usePhone.getState().isMuted;
  usePhone.setState({ isMuted });
  switchAsWished(microphone);
  line?.sip?.mute(isMuted ? 'mute' : 'unmute');
}

/** A far side that waits hears as little as one for whom the microphone is off. */
function switchAsWished(microphone: MediaStream): void {
  const { isMuted, isHeld } = usePhone.getState();
  for (const track of microphone.getAudioTracks()) track.enabled = !isMuted && !isHeld;
}

/** Lets the far side wait, or takes it back. */
export function toggleHold(): void {
  holdCall(usePhone.getState().isHeld ? 'resume' : 'hold');
}

/** Asks the engine to let the far side wait, or to take it back; `isHeld` says when it has come about. */
export function holdCall(wish: 'hold' | 'resume'): void {
  if (usePhone.getState().phone.state === 'talking') line?.sip?.hold(wish);
}

/** A key: into the number field before the call, to the far side during it. */
export function pressKey(key: string): void {
  const { phone, sentDigits, typed } = usePhone.getState();
  if (phone.state === 'talking') {
    playKeyTone(key);
    line?.sip?.sendDigits(key);
    usePhone.setState({ sentDigits: sentDigits + key });
    return;
  }
  if (isBusy(phone)) return;
  playKeyTone(key);
  tellPhone({ type: 'cleared' });
  usePhone.setState({ typed: phone.state === 'ended' ? key : typed + key }); // After a call another number begins.
}

/** Takes the chosen sound into force at once, where a call is under way. */
export async function changeSound(change: Partial<SoundChoice>): Promise<void> {
  const before = useSound.getState();
  chooseSound(change);
  const { volume, speakerId } = useSound.getState();
  farAudio().volume = volume;
  if (change.speakerId !== undefined) await chooseSpeaker(speakerId);
  if (change.microphoneId === undefined) return;
  try {
    await changeMicrophone();
  } catch (error) {
    chooseSound({ microphoneId: before.microphoneId }); // The call goes on with the one that it has.
    await notify({ type: 'error', message: sentenceOfProblem(problemOf(error)) });
  }
}

/** Gives the running call the chosen microphone; without a call the next one takes it. */
async function changeMicrophone(): Promise<void> {
  const changing = line;
  if (changing === null || changing.sip === null) return;
  const fresh = await openChosenMicrophone();
  let unused: MediaStream | null = fresh;
  try {
    if (line !== changing) return; // The call is over.
    switchAsWished(fresh);
    await changing.sip.replaceMicrophone(fresh);
    if (line !== changing) return;
    unused = changing.microphone;
    changing.microphone = fresh;
    switchAsWished(fresh); // Meanwhile the one before was switched.
  } finally {
    if (unused !== null) closeMicrophone(unused);
  }
}

async function openChosenMicrophone(): Promise<MediaStream> {
  const { microphoneId, isCleaned } = useSound.getState();
  return await openMicrophone({ deviceId: microphoneId, isCleaned });
}

/** The server says that this tab's call has ended: the line is closed without asking the engine again. */
export function endedByServer(): void {
  line?.sip?.hangUp();
}

interface Placing {
  client: SipClient;
  account: SipAccount;
  call: Call;
  uri: string;
  header: { name: string; value: string };
}

function connect(mine: Line, { client, account, call, uri, header }: Placing): void {
  if (mine.microphone === null) return;
  mine.sip = client.call(
    { account, renew: sipAccount, uri, header, microphone: mine.microphone },
    {
      ringing() {
        if (!tellPhone({ type: 'ringing' })) return;
        silence(mine);
        mine.stopRinging = playRingingTone(ringingToneOf(call.destination.countryCode));
      },
      earlyMedia() {
        silence(mine);
        tellPhone({ type: 'early-media' });
      },
      answered() {
        silence(mine);
        const atMs = Date.now();
        if (!tellPhone({ type: 'answered', atMs }) || mine.sip === null) return;
        const report = reportQuality(call.id, atMs);
        const stop = watchQuality(mine.sip, {
          bars: (bars) => usePhone.setState({ bars }),
          second: (quality) => report.add(quality),
        });
        mine.stopQuality = () => {
          stop();
          report.finish();
        };
      },
      held(state) {
        usePhone.setState({ isHeld: state === 'held' });
        if (line === mine && mine.microphone !== null) switchAsWished(mine.microphone);
      },
      farAudio(stream) {
        void playFarAudio(stream, useSound.getState());
      },
      signalling(signalling) {
        tellPhone({ type: 'signalling', signalling });
      },
      ended(end) {
        if (line === mine) line = null;
        release(mine);
        stopFarAudio();
        tellPhone({ type: 'over', atMs: Date.now(), problem: problemOfEnd(end) });
      },
    },
  );
}

function release(ending: Line): void {
  silence(ending);
  ending.stopQuality();
  ending.stopQuality = nothing;
  if (ending.microphone !== null) closeMicrophone(ending.microphone);
  ending.letGo();
}

function silence(ringing: Line): void {
  ringing.stopRinging();
  ringing.stopRinging = nothing;
}

function requestFor(number: string): InitiateRequest {
  const session = useSession.getState();
  const from = session.status === 'signed-in' ? session.user.numbers[0] : undefined;
  const defaultCountry = homeCountry();
  return {
    to: number,
    withholdNumber: useWithheldNumber.getState().isWithheld,
    ...(from === undefined ? {} : { from }),
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
  };
}

/** With what the engine says that itself, or the server behind it, cannot do its part. */
const ENGINE_REASONS = new Set(['engine_unavailable', 'server_silent', 'media_unavailable']);

/** What the record cannot know: that this browser never reached the engine, or could not set up its sound. */
function problemOfEnd(end: SipEnd): ProblemKind | null {
  if (end.is === 'unreachable') return navigator.onLine ? 'engine_unavailable' : 'no_network';
  if (end.is === 'no-media') return 'no_sound';
  if (end.is === 'soundless') return end.since === 'later' ? 'sound_lost' : 'no_sound';
  if (end.is !== 'refused' || end.status !== 503) return null;
  // Another 503 is a carrier's, or says that all lines are in use: the record tells it.
  return end.reason !== null && ENGINE_REASONS.has(end.reason) ? 'engine_unavailable' : null;
}

function nothing(): void {
  // There was nothing to stop.
}
