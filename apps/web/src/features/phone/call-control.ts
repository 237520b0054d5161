import type { Call, InitiateRequest } from '@farline/contracts/calls';
import { api, newKey } from '../../lib/api/api-client.ts';
import { latestQuote, renewQuotes } from '../../lib/calls/quote-query.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { callsForHelp } from '../../lib/format/phone-number.ts';
import { notify } from '../../lib/page/notify.ts';
import { useSession } from '../../lib/session/session.ts';
import {
  endParked,
  INITIAL_CALL_STATE,
  isMerged,
  type Line,
  lineEvents,
  lineInUse,
  measure,
  newLine,
  putInUse,
  release,
  stopRinging,
  applyMuteAndHold,
} from './call-line.ts';
import { changeMicrophone, openChosenMicrophone, speakBy } from './microphone-control.ts';
import { endOnServer, endWhereDeaf } from './end-on-server.ts';
import { lineForThisTab } from './incoming-line.ts';
import { chooseSpeaker, farAudio } from './line/far-audio.ts';
import { playKeyTone } from './line/key-tone.ts';
import { closeMicrophone } from './line/microphone.ts';
import { noteCall } from './page-note.ts';
import { takePhoneFor } from './phone-lock.ts';
import { emergencyProblem, PhoneRefusal, problemOf, sentenceOfProblem } from './line/phone-problem.ts';
import { isBusy } from './phone-state.ts';
import { sipAccount, sipClient } from './line/prepare-call.ts';
import { tellPhone, usePhone } from './phone-store.ts';
import { isAnswering } from './ring-store.ts';
import { playRingingTone, ringingToneOf } from './line/ringing-tone.ts';
import type { SipAccount, SipClient } from './line/sip-client.ts';
import { chooseSound, type SoundChoice, useSound } from './line/sound-choice.ts';
import { useWithheldNumber } from './withheld-number.ts';

/** Calls the number at the price that is shown for it, if one is: microphone, permission of the server, INVITE. What goes wrong stands in the phone's state. */
export async function placeCall(number: string): Promise<void> {
  if (isAnswering() || !tellPhone({ type: 'dialled', number })) return;
  usePhone.setState({ ...INITIAL_CALL_STATE, isOpen: true });
  const mine = newLine();
  putInUse(mine);
  const body = requestFor(number);
  try {
    if (callsForHelp(number, homeCountry())) throw new PhoneRefusal(emergencyProblem());
    if (!(await takePhoneFor(mine))) throw new PhoneRefusal('other_tab');
    lineForThisTab();
    const opening = openChosenMicrophone();
    const [microphone, client, account] = await Promise.all([opening, sipClient(), sipAccount()]).catch(
      (error: unknown) => {
        void opening.then(closeMicrophone, nothing); // There will be no call to listen for.
        throw error;
      },
    );
    speakBy(mine, microphone);
    if (lineInUse() !== mine) return release(mine);
    tellPhone({ type: 'microphone-opened' });

    const { call, placement } = await api('POST /calls/initiate', { body, idempotencyKey: newKey() });
    if (lineInUse() !== mine) {
      release(mine);
      await endOnServer(call.id);
      return;
    }
    tellPhone({ type: 'placed', call });
    noteCall(call.id);
    connect(mine, { client, account, call, uri: placement.uri, header: placement.header });
  } catch (error) {
    release(mine);
    if (lineInUse() !== mine) return;
    putInUse(null);
    const problem = problemOf(error);
    if (problem.kind === 'price_changed') renewQuotes();
    tellPhone({ type: 'refused', problem });
  }
}

/** Ends the call, whatever state it is in, and where all three talk both calls. The server ends it too where the line to the engine is dead. */
export function hangUp(): void {
  const ending = lineInUse();
  if (ending === null) return;
  if (isMerged()) endParked();
  if (ending.sip === null) {
    putInUse(null);
    release(ending);
    tellPhone({ type: 'over', atMs: Date.now(), problem: null });
    return;
  }
  endWhereDeaf(usePhone.getState().phone);
  ending.sip.hangUp();
}

/** Switches the microphone off or on; the call goes on. */
export function toggleMute(): void {
  const microphone = lineInUse()?.microphone ?? null;
  if (microphone === null) return;
  const isMuted = !usePhone.getState().isMuted;
  usePhone.setState({ isMuted });
  applyMuteAndHold(microphone);
  // Where all three talk, what is sent bears the other far side as well.
  if (!isMerged()) lineInUse()?.sip?.mute(isMuted ? 'mute' : 'unmute');
}

/** Lets the far side wait, or takes it back. */
export function toggleHold(): void {
  holdCall(usePhone.getState().isHeld ? 'resume' : 'hold');
}

/** Asks the engine to let the far side wait, or to take it back; `isHeld` says when it has come about. */
export function holdCall(action: 'hold' | 'resume'): void {
  if (usePhone.getState().phone.state === 'talking') lineInUse()?.sip?.hold(action);
}

/** A key: into the number field before the call, to the far side during it. */
export function pressKey(key: string): void {
  const { phone, sentDigits, typed } = usePhone.getState();
  if (phone.state === 'talking') {
    playKeyTone(key);
    lineInUse()?.sip?.sendDigits(key);
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

/** The server says that this call has ended: where it is the one in use, its line is closed without asking the engine again. */
export function endedByServer(id: string): void {
  const { phone } = usePhone.getState();
  const isInUse = (phone.state === 'calling' || phone.state === 'talking') && phone.call.id === id;
  if (isInUse) lineInUse()?.sip?.hangUp();
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
        stopRinging(mine);
        mine.stopRinging = playRingingTone(ringingToneOf(call.destination.countryCode));
      },
      earlyMedia() {
        stopRinging(mine);
        tellPhone({ type: 'early-media' });
      },
      answered() {
        stopRinging(mine);
        const answeredAtMs = Date.now();
        if (tellPhone({ type: 'answered', atMs: answeredAtMs })) measure(mine, { id: call.id, answeredAtMs });
      },
      ...lineEvents(mine),
    },
  );
}

function requestFor(number: string): InitiateRequest {
  const session = useSession.getState();
  const from = session.status === 'signed-in' ? session.user.numbers[0] : undefined;
  const defaultCountry = homeCountry();
  const shown = latestQuote(number);
  return {
    to: number,
    withholdNumber: useWithheldNumber.getState().isWithheld,
    ...(from === undefined ? {} : { from }),
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
    ...(shown === undefined ? {} : { terms: shown.terms }),
  };
}

function nothing(): void {
  // What could not be opened need not be closed.
}
