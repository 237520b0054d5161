import type { calculateCostReply } from '@farline/contracts/calls';
import { plainDigits, withoutSeparators } from '@farline/contracts/numbers/dialled-text';
import { isEmergencyNumber } from '@farline/contracts/numbers/emergency-numbers';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { quoteQuery } from '../../../lib/calls/quote-query.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { type ReadNumber, readNumber } from '../../../lib/format/phone-number.ts';
import { queryClient, usageQuery } from '../../../lib/session/queries.ts';
import { emergencyProblem, type PhoneProblem, problemOf } from '../line/phone-problem.ts';

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
const SHORT_NUMBER = /^[1-9]\d{1,3}$/;
/** With these begin other numbers: +998, 011, 01. That they call for help is told once Call is pressed; of 000 it is told before. */
const BEGINS_OTHERS = /^(?:\+|0(?!00$))/;

const compactOf = (typed: string): string => withoutSeparators(plainDigits(typed));
const isHelp = (compact: string): boolean => isEmergencyNumber(compact) && !BEGINS_OTHERS.test(compact);

/** A number that means something as it stands, however few digits it has. */
export function isShortNumber(typed: string): boolean {
  const compact = compactOf(typed);
  return isHelp(compact) || SHORT_NUMBER.test(compact);
}

/** The quote for what is typed, a moment after the typing stops; asked again when the balance changes. */
export function useQuote(typed: string): Quote {
  const home = homeCountry();
  const read = readNumber(typed, home);
  const isForHelp = isHelp(compactOf(typed));
  const isShort = isShortNumber(typed);
  const isCallable = read.is === 'number' || read.is === 'echo' || read.is === 'voicemail';
  const isAskable = !isForHelp && (isCallable || isShort);
  const asked = useSettled(typed.trim(), isShort ? SHORT_NUMBER_PAUSE_MS : TYPING_PAUSE_MS);
  const usage = useQuery(usageQuery, queryClient).data;

  const quote = useQuery(
    {
      ...quoteQuery(asked, usage),
      enabled: isAskable && asked === typed.trim(),
    },
    queryClient,
  );

  const isSettled = asked === typed.trim();
  if (isForHelp) return { read, price: null, isAsking: false, refusal: isSettled ? emergencyProblem() : null };
  const isCurrent = isAskable && isSettled;
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
