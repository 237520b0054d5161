import { ECHO_TEST } from '@farline/contracts/phone-number';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { playFarAudio, stopFarAudio } from '../features/phone/far-audio.ts';
import { closeMicrophone, openMicrophone } from '../features/phone/microphone.ts';
import { takePhone } from '../features/phone/phone-lock.ts';
import { PhoneRefusal, type ProblemKind, problemOf } from '../features/phone/phone-problem.ts';
import type { SipEnd } from '../features/phone/sip-client.ts';
import { useSound } from '../features/phone/sound-choice.ts';
import { ConnectionTestView } from '../features/webrtc-test/connection-test-view.tsx';
import { type EchoCall, type EchoEvents, type EchoLine, EchoRefusal } from '../features/webrtc-test/echo-line.ts';
import { LivePanel } from '../features/webrtc-test/live-panel.tsx';
import { api } from '../lib/api-client.ts';
import { useSession } from '../lib/session.ts';
import { noteTestCall } from '../lib/test-calls.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { phoneText } from '../texts/phone.ts';
import { webrtcText } from '../texts/webrtc-test.ts';
import { Button } from '../ui/button.tsx';

/** /webrtc-test */
export function Page() {
  const t = webrtcText.useText();
  usePageTitle(t('pageTitle'));
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const line = useMemo<EchoLine | null>(() => (isSignedIn ? { call: callEcho } : null), [isSignedIn]);
  return (
    <div className="mx-auto max-w-5xl px-5 py-10 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <ConnectionTestView beside={<LivePanel line={line} signedOutActions={<SignedOutActions />} />} />
    </div>
  );
}

function SignedOutActions() {
  const t = webrtcText.useText();
  return (
    <>
      <Button asChild size="small">
        <Link to="/login">{t('signIn')}</Link>
      </Button>
      <Button asChild size="small" look="quiet">
        <Link to="/register">{t('getStarted')}</Link>
      </Button>
    </>
  );
}

/** The echo call over the phone's own parts: its lock, microphone, SIP client and loudspeaker. */
async function callEcho(events: EchoEvents): Promise<EchoCall> {
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
    const [{ jssipClient }, account, { call, placement }] = await Promise.all([
      import('../features/phone/jssip-client.ts'),
      api('GET /calls/webrtc-token'),
      api('POST /calls/initiate', { body: { to: ECHO_TEST } }),
    ]);
    noteTestCall(call.id);
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
    throw refusal(problemOf(error).kind);
  }
}

function refusalOf(end: SipEnd): EchoRefusal | null {
  if (end.is === 'unreachable') return refusal(navigator.onLine ? 'engine_unavailable' : 'no_network');
  if (end.is === 'refused' && end.status === 503) return refusal('engine_unavailable');
  return null;
}

function refusal(kind: ProblemKind): EchoRefusal {
  return new EchoRefusal(phoneText.say(`problem_${kind}`), phoneText.say(`way_${kind}`));
}

function nothing(): void {
  // The live test does not show it.
}
