import type { CallFigures, MessageFigures } from '@farline/contracts';
import { CSV_START, csvLine } from '../../platform/csv.ts';

const FIGURES = [
  'calls',
  'answered',
  'answered_seconds',
  'minutes',
  'spend',
  'currency',
  'answer_rate',
  'average_seconds',
];

/** Lines of figures as a CSV file; `names` are the columns that say what each line is about. */
export function insightCsv<Line extends CallFigures, Name extends keyof Line & string>(
  names: Name[],
  lines: (Line & Record<Name, string | null>)[],
): string {
  const written = lines.map((line) =>
    csvLine([
      ...names.map((name) => line[name]),
      line.calls,
      line.answered,
      line.answeredSeconds,
      line.minutes,
      line.spend.amount,
      line.spend.currency,
      line.answerRate,
      line.averageSeconds,
    ]),
  );
  return CSV_START + csvLine([...names.map(snakeCase), ...FIGURES]) + written.join('');
}

/** The same of messages. */
export function messageInsightCsv<Line extends MessageFigures, Name extends keyof Line & string>(
  name: Name,
  lines: (Line & Record<Name, string | null>)[],
): string {
  const written = lines.map(({ sent, received, spend, ...line }) =>
    csvLine([line[name], sent, received, spend.amount, spend.currency]),
  );
  return CSV_START + csvLine([snakeCase(name), 'sent', 'received', 'spend', 'currency']) + written.join('');
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
