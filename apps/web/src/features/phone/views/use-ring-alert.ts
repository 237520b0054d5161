import { useEffect } from 'react';
import { useMediaQuery } from '../../../lib/page/use-media-query.ts';
import { playRingingTone, type RingingTone } from '../line/ringing-tone.ts';
import { useSound } from '../line/sound-choice.ts';
import { isPhoneTaken } from '../phone-lock.ts';
import { isBusy } from '../phone-state.ts';
import { usePhone } from '../phone-store.ts';
import type { RingingCall } from '../ring-state.ts';

const RING: RingingTone = { frequencies: [523, 659], rhythm: [0.4, 0.25, 0.4, 1.95] };
/** To somebody who talks: short, low, and for them alone. */
const BEEP: RingingTone = { frequencies: [440], rhythm: [0.18, 5.82] };
const RING_LOUDNESS = 0.3;
const BEEP_LOUDNESS = 0.04;
const BLINK_MS = 1_000;
const RINGING_ICON = '/mark-ringing.svg';

/** Rings on the chosen device for as long as a call does, beeps during another one, and has the browser's tab show the sentence. */
export function useRingAlert(calls: readonly RingingCall[], sentence: string): void {
  const isRinging = calls.some((call) => call.state === 'ringing');
  const isTalking = usePhone((state) => isBusy(state.phone));
  const deviceId = useSound((sound) => sound.ringerId);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    if (!isRinging) return;
    let isOver = false;
    let stop = (): void => undefined;
    const play = (isSpoken: boolean): void => {
      if (isOver) return;
      stop = isSpoken
        ? playRingingTone(BEEP, { loudness: BEEP_LOUDNESS, deviceId: useSound.getState().speakerId })
        : playRingingTone(RING, { loudness: RING_LOUDNESS, deviceId });
    };
    // Another tab, or the test of the connection, may talk.
    isPhoneTaken().then(
      (isTaken) => play(isTalking || isTaken),
      () => play(isTalking),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [isRinging, isTalking, deviceId]);

  useEffect(() => (sentence === '' ? undefined : showInTab(sentence, isStill)), [sentence, isStill]);
}

/** Shows a sentence as the page's title and another icon, in turn with its own unless it shall keep still. */
function showInTab(sentence: string, isStill: boolean): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const icon = link?.getAttribute('href') ?? null;
  let title = document.title;
  const setIcon = (href: string | null): void => {
    if (href !== null) link?.setAttribute('href', href);
  };
  const show = (): void => {
    title = document.title;
    document.title = sentence;
    setIcon(RINGING_ICON);
  };
  const hide = (): void => {
    // The page may have got another title meanwhile.
    if (document.title === sentence) document.title = title;
    setIcon(icon);
  };
  show();
  const timer = isStill ? undefined : setInterval(() => (document.title === sentence ? hide() : show()), BLINK_MS);
  return () => {
    clearInterval(timer);
    hide();
  };
}
