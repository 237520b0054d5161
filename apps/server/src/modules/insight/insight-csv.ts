import type { CallFigures } from '@farline/contracts';
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

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
