import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { canOfferInField, NoPasskey, signWithPasskey, stopAsking } from '../../lib/session/passkeys.ts';
import { signInWithPasskey } from '../../lib/session/second-step.ts';
import { proofText } from '../../texts/proof.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, failureOf } from '../../ui/failure-box.tsx';

/** Shorter than the server's challenge lives. */
const ASK_AGAIN_MS = 4 * 60_000;

interface PasskeySignInProps {
  /** Asked when somebody is about to be signed in: whether they are remembered. */
  isRemembered: () => boolean;
  onFailure: (failure: Failure | null) => void;
}

/** Signs in with a passkey alone: by the button, or by choosing it where the address is typed. */
export function PasskeySignIn({ isRemembered, onFailure }: PasskeySignInProps) {
  const t = proofText.useText();
  const [isBusy, setBusy] = useState(false);

  const signIn = async (from: 'dialog' | 'field'): Promise<void> => {
    const { options } = await api('POST /auth/passkey-options');
    await signInWithPasskey(await signWithPasskey(options, from), isRemembered());
  };
  const press = async (): Promise<void> => {
    onFailure(null);
    setBusy(true);
    try {
      await signIn('dialog');
    } catch (error) {
      const sentence = error instanceof NoPasskey ? { sentence: t(`passkey_${error.why}`) } : null;
      onFailure(sentence ?? failureOf(error, t('notProved')));
      setBusy(false);
    }
  };

  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offer = async (): Promise<void> => {
      if (!(await canOfferInField()) || !isHere) return;
      timer = setTimeout(() => void offer(), ASK_AGAIN_MS);
      // Whoever types a password instead, or presses the button, has not chosen one here: nothing is to be told.
      await signIn('field').catch((error: unknown) => {
        if (isHere && !(error instanceof NoPasskey)) onFailure(failureOf(error, t('notProved')));
      });
    };
    void offer();
    return () => {
      isHere = false;
      clearTimeout(timer);
      void stopAsking();
    };
    // Once for the page: what is asked of the browser outlives each rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <Button look="quiet" size="large" disabled={isBusy} onClick={() => void press()}>
      <KeyRound aria-hidden className="size-5" />
      {isBusy ? t('checking') : t('signInWithPasskey')}
    </Button>
  );
}
