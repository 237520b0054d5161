import { ECHO_TEST } from '@farline/contracts/service-numbers';
import { api } from '../../../lib/api/api-client.ts';
import { RequestError } from '../../../lib/api/http.ts';
import { noteTestCall } from '../../../lib/calls/test-calls.ts';
import { phoneText } from '../../../texts/phone.ts';
import { webrtcText } from '../../../texts/webrtc-test.ts';
import { playFarAudio, stopFarAudio } from '../line/far-audio.ts';
import { closeMicrophone, openMicrophone } from '../line/microphone.ts';
import { PhoneRefusal, type ProblemKind, problemOf, whyUnreached } from '../line/phone-problem.ts';
import type { SipAccount, SipEnd } from '../line/sip-client.ts';
import { useSound } from '../line/sound-choice.ts';
import { takePhone } from '../phone-lock.ts';
import { type EchoCall, type EchoEvents, type EchoLine, EchoRefusal } from './echo-line.ts';

/** The line to the echo: by the account of whoever is signed in, else as a visitor. */
export function echoLine(isSignedIn: boolean): EchoLine {
  return { call: async (events) => await callEcho(isSignedIn ? askAsUser : askAsVisitor, events) };
}

/** With what the echo test is called, and where. */
type EchoWay = { account: SipAccount; placement: { uri: string; header: { name: string; value: string } } };

async function askAsUser(): Promise<EchoWay> {
  const [account, { call, placement }] = await Promise.all([
    api('GET /calls/webrtc-token'),
    api('POST /calls/initiate', { body: { to: ECHO_TEST } }),
  ]);
  noteTestCall(call.id);
  return { account, placement };
}

async function askAsVisitor(): Promise<EchoWay> {
  const { credentials, placement } = await api('POST /calls/guest-echo');
  return { account: credentials, placement };
}

/** The echo call over the phone's own parts: its lock, microphone, SIP client and loudspeaker. */
async function callEcho(ask: () => Promise<EchoWay>, events: EchoEvents): Promise<EchoCall> {
  const letGo: (() => void)[] = [];
  const release = (): void => {
    for (const free of letGo.splice(0)) free();
  };
  try {
    const letPhoneGo = await takePhone();
    if (letPhoneGo === null) throw new PhoneRefusal('other_tab');
    letGo.push(letPhoneGo);
    const { microphoneId, isCleaned } = useSound.getState();
    const microphone = await openMicrophone({ deviceId: microphoneId, isCleaned });
    letGo.push(() => closeMicrophone(microphone), stopFarAudio);

    events.calling();
    const [{ jssipClient }, { account, placement }] = await Promise.all([import('../line/jssip-client.ts'), ask()]);
    const { uri, header } = placement;
    return jssipClient.call(
      { account, uri, header, microphone },
      {
        ringing: nothing,
        earlyMedia: nothing,
        signalling: nothing,
        answered: () => events.answered(),
        farAudio: (stream) => void playFarAudio(stream, useSound.getState()),
        ended(end) {
          release();
          events.ended(refusalOf(end));
        },
      },
    );
  } catch (error) {
    release();
    throw refusalFor(error);
  }
}

function refusalOf(end: SipEnd): EchoRefusal | null {
  const unreached = whyUnreached(end);
  if (unreached !== null) return refusal(unreached);
  if (end.is !== 'refused') return null;
  if (end.reason === 'too_many_calls') return anotherTestRuns();
  return end.status === 503 ? refusal('engine_unavailable') : null;
}

function refusalFor(error: unknown): EchoRefusal {
  if (error instanceof RequestError && error.code === 'guest_call_running') return anotherTestRuns();
  if (error instanceof RequestError && error.code === 'too_many_requests') {
    return new EchoRefusal(webrtcText.say('guestTooMany'), error.message);
  }
  return refusal(problemOf(error).kind);
}

function anotherTestRuns(): EchoRefusal {
  return new EchoRefusal(webrtcText.say('guestRunning'), webrtcText.say('guestRunningWay'));
}

function refusal(kind: ProblemKind): EchoRefusal {
  return new EchoRefusal(phoneText.say(`problem_${kind}`), phoneText.say(`way_${kind}`));
}

function nothing(): void {
  // The live test does not show it.
}
