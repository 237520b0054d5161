import type { ProofWay } from '@farline/contracts/factors';
import { api } from '../lib/api/api-client.ts';
import { proofText } from '../texts/proof.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProofForm } from '../ui/proof-form.tsx';

/** Asks who it is, in one of these ways. */
export function ProofQuestion({ ways, onEnd }: { ways: readonly ProofWay[]; onEnd: (isProved: boolean) => void }) {
  const t = proofText.useText();
  return (
    <Dialog
      title={t('title')}
      lead={t(ways.includes('password') ? 'leadPassword' : 'leadFactor')}
      open
      onOpenChange={() => onEnd(false)}
      data-testid="proof-dialog"
    >
      <ProofForm
        ways={ways}
        passkeyOptions={async () => (await api('POST /auth/proof/passkey-options')).options}
        onProof={async (proof) => {
          await api('POST /auth/proof', { body: { proof } });
          onEnd(true);
        }}
      />
    </Dialog>
  );
}
