import { type Micros, parseDecimal } from '@farline/contracts';

/** Reads data/sample-message-rates.csv: a country and what a segment to there costs. Throws on a line that is not so. */
export function readSampleSegmentPrices(csv: string): { countryCode: string; perSegmentMicros: Micros }[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => {
    const [, countryCode, price = ''] = /^([A-Z]{2}),(\d+\.\d{4})$/.exec(line) ?? [];
    const perSegmentMicros = parseDecimal(price);
    if (countryCode === undefined || perSegmentMicros === null) {
      throw new Error(`sample-message-rates.csv has a line that cannot be read: ${line}`);
    }
    return { countryCode, perSegmentMicros };
  });
}
