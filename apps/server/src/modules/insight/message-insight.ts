import type { MessageDayFigures, MessageFigures, messageInsightQuery } from '@farline/contracts';
import { micros, toMoney } from '@farline/contracts';
import type { z } from 'zod';
import type { Executor } from '../../platform/database.ts';
import { dayText, startOfDay } from '../../platform/local-days.ts';
import type { Days } from './call-insight.ts';
import { addDays, daysBetween } from './days.ts';
import {
  type MessageSums,
  messageSums,
  messageSumsByCountry,
  messageSumsByPerson,
  messageSumsByStart,
} from './message-insight-store.ts';

/** What an account's messages of some days came to: in all, and by day (each has its line), by country or by person. */
export async function messageInsight(
  database: Executor,
  { by, ...days }: Days & Pick<z.infer<typeof messageInsightQuery>, 'by'>,
) {
  const span = spanOf(days);
  const total = figuresOf(await messageSums(database, span), days.currency);
  switch (by) {
    case 'day':
      return { total, by, items: await messagesByDay(database, days) };
    case 'country': {
      const countries = await messageSumsByCountry(database, span);
      return { total, by, items: countries.map(named(days.currency)) };
    }
    case 'person': {
      const people = await messageSumsByPerson(database, span);
      return { total, by, items: people.map(named(days.currency)) };
    }
  }
}

async function messagesByDay(database: Executor, days: Days): Promise<MessageDayFigures[]> {
  const dates = Array.from({ length: daysBetween(days.from, days.to) }, (_, place) => addDays(days.from, place));
  const starts = dates.map((date) => startOfDay(date, days.zone));
  const sums = await messageSumsByStart(database, { ...spanOf(days), starts });
  return dates.map((date, place) => ({ day: dayText(date), ...figuresOf(sums.get(place) ?? NONE, days.currency) }));
}

const NONE: MessageSums = { sent: 0, received: 0, spendMicros: 0n };

const spanOf = ({ accountId, zone, from, to }: Days) => ({
  accountId,
  from: startOfDay(from, zone),
  before: startOfDay(addDays(to, 1), zone),
});

const figuresOf = ({ sent, received, spendMicros }: MessageSums, currency: string): MessageFigures => ({
  sent,
  received,
  spend: toMoney(micros(spendMicros), currency),
});

const named =
  (currency: string) =>
  <Name>({ sent, received, spendMicros, ...name }: MessageSums & Name) => ({
    ...name,
    ...figuresOf({ sent, received, spendMicros }, currency),
  });
