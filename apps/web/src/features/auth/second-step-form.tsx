import type { SecondStepNeeded } from '@farline/contracts/factors';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { finishSignIn } from '../../lib/session/second-step.ts';
import { proofText } from '../../texts/proof.ts';
import { Button } from '../../ui/button.tsx';
import { ProofForm } from '../../ui/proof-form.tsx';

interface SecondStepProps {
  needed: SecondStepNeeded;
  isRemembered: boolean;
  onBack: () => void;
}

/** After the right password: a passkey, a code or a recovery code. */
export function SecondStepForm({ needed, isRemembered, onBack }: SecondStepProps) {
  const t = proofText.useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where nothing is typed, whoever cannot see hears where they are.
    if (needed.methods[0] === 'passkey') heading.current?.focus();
  }, [needed]);
  return (
    <div className="mt-8 grid gap-5" data-testid="second-step">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
          {t('secondStep')}
        </h2>
        <p className="mt-1 text-muted">{t('secondStepLead')}</p>
      </div>
      <ProofForm
        ways={needed.methods}
        passkeyOptions={async () =>
          (await api('POST /auth/second-step/passkey-options', { body: { ticket: needed.ticket } })).options
        }
        onProof={async (proof) => {
          if (proof.by !== 'password') await finishSignIn(needed.ticket, proof, isRemembered);
        }}
      />
      <Button look="link" className="justify-self-start" onClick={onBack}>
        {t('startAgain')}
      </Button>
    </div>
  );
}
