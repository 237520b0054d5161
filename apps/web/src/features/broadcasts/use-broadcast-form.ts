import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { RequestError, sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { sendersQuery } from '../../lib/messages/senders.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { createBroadcast } from './broadcasts-queries.ts';

interface Written {
  name: string;
  text: string;
  optOutLine: string | null;
  /** Null: nobody chose another of the account's numbers. */
  from: string | null;
}

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
  const [written, setWritten] = useState<Written>(() => ({
    name: broadcast?.name ?? '',
    text: broadcast?.text ?? '',
    optOutLine: broadcast === null ? t('optOutLine') : broadcast.optOutLine,
    from: null,
  }));
  const sender = senderOf(senders?.numbers ?? [], written.from ?? broadcast?.number);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isBusy, setBusy] = useState(false);
  const write = (change: Partial<Written>): void => {
    setWritten({ ...written, ...change });
    setWrong({});
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { ...written, from: sender };
      const saved =
        broadcast === null
          ? await createBroadcast(body)
          : (await api('PATCH /messages/broadcasts/{id}', { id: broadcast.id, body })).broadcast;
      setWrong({});
      onSaved(saved);
    } catch (error) {
      setWrong(wrongOf(error));
    } finally {
      setBusy(false);
    }
  };
  const isSaved =
    broadcast !== null &&
    written.name.trim() === broadcast.name &&
    written.text === broadcast.text &&
    written.optOutLine === broadcast.optOutLine &&
    (sender === undefined || sender === broadcast.number);
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
