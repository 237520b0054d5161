import type { ProofWay } from '@farline/contracts/factors';
import { useEffect, useRef, useState } from 'react';
import { api } from '../lib/api/api-client.ts';
import { onProofNeeded } from '../lib/api/proof.ts';
import { later } from '../ui/later/later.tsx';

const ProofQuestion = later(async () => (await import('./proof-question.tsx')).ProofQuestion, {
  missing: 'floating',
  close: ({ onEnd }) => onEnd(false),
});

/** Stands in front of whatever the server asks a fresh proof for; what was asked goes on by itself afterwards. */
export function ProofDialog() {
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

  return ways === null ? null : <ProofQuestion ways={ways} onEnd={end} />;
}
