import type { calculateCostReply } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { quoteQuery } from '../../../lib/calls/quote-query.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { type ReadNumber, readNumber } from '../../../lib/format/phone-number.ts';
import { queryClient, usageQuery } from '../../../lib/session/queries.ts';
import { type PhoneProblem, problemOf } from '../line/phone-problem.ts';

/** What is known of the number in the field: how it reads here, and what the server says it costs. */
export interface Quote {
  read: ReadNumber;
  price: z.infer<typeof calculateCostReply> | null;
  isAsking: boolean;
  /** Why it cannot be called. */
  refusal: PhoneProblem | null;
}

const TYPING_PAUSE_MS = 250;
/** Short numbers such as 112 are asked about only when no more digits seem to follow. */
const SHORT_NUMBER_PAUSE_MS = 700;
const SHORT_NUMBER = /^\d{2,4}$/;

/** The quote for what is typed, a moment after the typing stops; asked again when the balance changes. */
export function useQuote(typed: string): Quote {
  const home = homeCountry();
  const read = readNumber(typed, home);
  const compact = typed.replace(/[\s().-]/g, '');
  const isShort = SHORT_NUMBER.test(compact);
  const isAskable = read.is === 'number' || read.is === 'echo' || read.is === 'voicemail' || isShort;
  const asked = useSettled(typed.trim(), isShort ? SHORT_NUMBER_PAUSE_MS : TYPING_PAUSE_MS);
  const usage = useQuery(usageQuery, queryClient).data;

  const quote = useQuery(
    {
      ...quoteQuery(asked, usage),
      enabled: isAskable && asked === typed.trim(),
    },
    queryClient,
  );

  const isCurrent = isAskable && asked === typed.trim();
  return {
    read,
    price: isCurrent ? (quote.data ?? null) : null,
    isAsking: isAskable && (!isCurrent || quote.isFetching),
    refusal: isCurrent && quote.isError ? problemOf(quote.error) : null,
  };
}

function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
