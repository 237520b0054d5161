import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import type { Money } from '@farline/contracts/money';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { RequestError, sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastQuery, putBroadcast } from './broadcasts-queries.ts';

/** What can be done with a broadcast that has its recipients. */
export interface RunActs {
  /** For no more than this. */
  start: (cost: Money) => void;
  pause: () => void;
  isBusy: boolean;
  failure: string | null;
}

/** Starts and pauses a broadcast, one at a time; what goes wrong is said. */
export function useRunActs(id: string): RunActs {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (ask: () => Promise<{ broadcast: BroadcastDetail }>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      putBroadcast((await ask()).broadcast);
    } catch (error) {
      setFailure(error instanceof RequestError ? refusalSentence(error) : translateSentence(sentenceOf(error)));
      // Another price is there to be seen.
      await queryClient.invalidateQueries({ queryKey: broadcastQuery(id).queryKey });
    } finally {
      setBusy(false);
    }
  };
  return {
    start: (cost) => void act(async () => await api('POST /messages/broadcasts/{id}/start', { id, body: { cost } })),
    pause: () => void act(async () => await api('POST /messages/broadcasts/{id}/pause', { id })),
    isBusy,
    failure,
  };
}
