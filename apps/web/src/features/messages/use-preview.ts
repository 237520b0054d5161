import { MESSAGE_LIMITS, type MessagePreview } from '@farline/contracts/messages/messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RequestError } from '../../lib/api/http.ts';
import { queryClient } from '../../lib/session/queries.ts';
import type { Counted } from '../../lib/messages/count-text.ts';
import { previewQuery } from './messages-queries.ts';
import { attemptOf } from './outbox-state.ts';

const TYPING_PAUSE_MS = 250;

/** What the server says of the text in the field, a moment after its parts change; a refusal is its sentence. */
export function usePreview(
  peer: string,
  text: string,
  { encoding, segments }: Pick<Counted, 'encoding' | 'segments'>,
  from?: string,
): { preview: MessagePreview | undefined; refusal: { code: string; message: string } | null } {
  const asked = useSettled({ text, encoding, segments });
  const { data, error, isSuccess, isPlaceholderData } = useQuery(
    {
      ...previewQuery(peer, { ...asked, from }),
      enabled: asked.text.length <= MESSAGE_LIMITS.textLength,
      // The price of a segment is the same for all texts, and for all who write them.
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const isRefused = error instanceof RequestError && attemptOf(error).came === 'refused';
  const refusal = useLastKnown(`${peer} ${from ?? ''}`, {
    isKnown: isRefused || (isSuccess && !isPlaceholderData),
    refusal: isRefused ? error : null,
  });
  return { preview: data, refusal };
}

/** A refusal stands until the server has said otherwise of the same person and sender. */
function useLastKnown(about: string, now: { isKnown: boolean; refusal: RequestError | null }): RequestError | null {
  const [last, setLast] = useState({ about, refusal: now.refusal });
  const refusal = now.isKnown || last.about !== about ? now.refusal : last.refusal;
  if (last.about !== about || last.refusal !== refusal) setLast({ about, refusal });
  return refusal;
}

/** What a person's carriers write of what is from this sender; undefined while it is not known. */
export function useWrites(peer: string, from: string | undefined): MessagePreview['writes'] | undefined {
  return useQuery(previewQuery(peer, { text: '', encoding: 'gsm-7', segments: 0, from }), queryClient).data?.writes;
}

/** The text whose number of parts has stood for a moment. */
function useSettled(now: { text: string; encoding: Counted['encoding']; segments: number }) {
  const [settled, setSettled] = useState(now);
  const { text, encoding, segments } = now;
  const isSame = settled.encoding === encoding && settled.segments === segments;
  useEffect(() => {
    if (isSame) return;
    const timer = setTimeout(() => setSettled({ text, encoding, segments }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSame, text, encoding, segments]);
  return settled;
}
