import type { DestinationKind } from '@farline/contracts';
import type { DestinationGroup } from './destination-group.ts';
import type { LowerRates } from './lower-rates.ts';

/** The rate tables of the sample plans: the sample rates with so much off. */
export const SAMPLE_LOWER_RATES: (LowerRates & { name: string })[] = [
  { name: 'sample-plus', basedOn: 'sample', percentOff: 10 },
  { name: 'sample-pro', basedOn: 'sample', percentOff: 20 },
];

const NORTH_AMERICA = ['US', 'CA'];
/** The European Union, the European Economic Area, the United Kingdom and Switzerland. */
const EUROPE = 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const ASIA_PACIFIC = 'AU HK IN JP KR MY NZ SG TH TW'.split(' ');

/** The destination groups that every installation starts with. */
export const SAMPLE_GROUPS: (DestinationGroup & { countryCodes: string[]; kinds: DestinationKind[] })[] = [
  {
    name: 'north-america',
    title: 'USA and Canada',
    countryCodes: NORTH_AMERICA,
    kinds: ['fixed', 'mobile'],
  },
  { name: 'europe-fixed', title: 'Europe, landlines', countryCodes: EUROPE, kinds: ['fixed'] },
  { name: 'europe-mobile', title: 'Europe, mobiles', countryCodes: EUROPE, kinds: ['mobile'] },
  { name: 'asia-pacific', title: 'Asia and Pacific', countryCodes: ASIA_PACIFIC, kinds: ['fixed', 'mobile'] },
];
