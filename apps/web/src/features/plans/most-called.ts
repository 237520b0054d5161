import type { DestinationFigures } from '@farline/contracts/insight';
import type { CalledKind } from './plan-advice.ts';

/** Where somebody talked longest, in whole minutes, rounded up. */
export interface MostCalled {
  countryCode: string;
  kind: CalledKind;
  minutes: number;
}

/** Null: nobody was talked to. */
export function mostCalledOf(
  figures: readonly Pick<DestinationFigures, 'countryCode' | 'kind' | 'answeredSeconds'>[],
): MostCalled | null {
  const called = figures.flatMap(({ countryCode, kind, answeredSeconds }) =>
    countryCode !== null && (kind === 'mobile' || kind === 'fixed') && answeredSeconds > 0
      ? [{ countryCode, kind, minutes: Math.ceil(answeredSeconds / 60), answeredSeconds }]
      : [],
  );
  const [longest] = called.toSorted((one, other) => other.answeredSeconds - one.answeredSeconds);
  if (longest === undefined) return null;
  const { countryCode, kind, minutes } = longest;
  return { countryCode, kind, minutes };
}
