import type { ProofWay } from '@farline/contracts/factors';
import { useEffect, useRef, useState } from 'react';
import { api } from '../lib/api/api-client.ts';
import { onProofNeeded } from '../lib/api/proof.ts';
import { proofText } from '../texts/proof.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProofForm } from '../ui/proof-form.tsx';

/** Stands in front of whatever the server asks a fresh proof for; what was asked goes on by itself afterwards. */
export function ProofDialog() {
  const t = proofText.useText();
  const [ways, setWays] = useState<readonly ProofWay[] | null>(null);
  const answer = useRef<(isProved: boolean) => void>(() => undefined);
  const end = (isProved: boolean): void => {
    setWays(null);
    answer.current(isProved);
  };

  useEffect(
    () =>
      onProofNeeded(async () => {
        answer.current(false); // One question at a time: an earlier one goes unanswered.
        const { ways: known } = await api('GET /auth/proof');
        return await new Promise<boolean>((answered) => {
          answer.current = answered;
          setWays(known);
        });
      }),
    [],
  );

  if (ways === null) return null;
  return (
    <Dialog
      title={t('title')}
      lead={t(ways.includes('password') ? 'leadPassword' : 'leadFactor')}
      open
      onOpenChange={() => end(false)}
      data-testid="proof-dialog"
    >
      <ProofForm
        ways={ways}
        passkeyOptions={async () => (await api('POST /auth/proof/passkey-options')).options}
        onProof={async (proof) => {
          await api('POST /auth/proof', { body: { proof } });
          end(true);
        }}
      />
    </Dialog>
  );
}
