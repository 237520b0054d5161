import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changedFrom } from '../../lib/api/changed-from.ts';
import { RequestError, sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { sendersQuery } from '../../lib/messages/senders.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { changeBroadcast, changesOf, createBroadcast, stillTyped, type Written } from './broadcasts-queries.ts';

interface Wrong {
  name?: string | undefined;
  text?: string | undefined;
  all?: string | undefined;
}

interface BroadcastFormOptions {
  /** Null: it is new. */
  broadcast: BroadcastDetail | null;
  onSaved: (broadcast: BroadcastDetail) => void;
}

export type WrittenBroadcast = ReturnType<typeof useBroadcastForm>;

/** What is written, whether that is what is saved, and what became of saving it. */
export function useBroadcastForm({ broadcast, onSaved }: BroadcastFormOptions) {
  const t = broadcastsText.useText();
  const senders = useQuery(sendersQuery, queryClient).data;
  // What nobody touched here is what is saved, also when another device has changed that.
  const [typed, setTyped] = useState<Partial<Written>>({});
  const { name, text, optOutLine } = broadcast ?? { name: '', text: '', optOutLine: t('optOutLine') };
  const sender = senderOf(senders?.numbers ?? [], typed.from ?? broadcast?.number);
  const written: Written = { name, text, optOutLine, ...typed, from: sender };
  const [wrong, setWrong] = useState<Wrong>({});
  const [isBusy, setBusy] = useState(false);
  const write = (change: Partial<Written>): void => {
    const next = { ...typed, ...change };
    setTyped(broadcast === null ? next : stillTyped(broadcast, next));
    setWrong({});
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const saved = broadcast === null ? await createBroadcast(written) : await changeBroadcast(broadcast, written);
      setWrong({});
      // What was typed while it was saved stays; one that is new gives way to its own page.
      if (broadcast !== null) setTyped((now) => changedFrom<Partial<Written>>(typed, now));
      onSaved(saved);
    } catch (error) {
      setWrong(wrongOf(error));
    } finally {
      setBusy(false);
    }
  };
  const isSaved = broadcast !== null && Object.keys(changesOf(broadcast, written)).length === 0;
  return { written, write, senders, sender, wrong, isBusy, isSaved, save };
}

/** Which of the account's numbers it is from; undefined: the server knows. One that is the account's no more gives way to the first. */
function senderOf(numbers: readonly string[], wanted: string | undefined): string | undefined {
  return numbers.find((number) => number === wanted) ?? numbers[0];
}

function wrongOf(error: unknown): Wrong {
  if (!(error instanceof RequestError)) return { all: translateSentence(sentenceOf(error)) };
  const { name, text } = error.fieldErrors;
  return name === undefined && text === undefined ? { all: refusalSentence(error) } : { name, text };
}
