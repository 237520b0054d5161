import { expect, test } from 'vitest';
import { mostCalledOf } from './most-called.ts';

const echo = { countryCode: null, kind: 'echo', answeredSeconds: 900 } as const;
const premium = { countryCode: 'GB', kind: 'premium', answeredSeconds: 800 } as const;
const germany = { countryCode: 'DE', kind: 'fixed', answeredSeconds: 61 } as const;
const britain = { countryCode: 'GB', kind: 'mobile', answeredSeconds: 60 } as const;

test('where somebody talked longest counts, in minutes that are rounded up', () => {
  expect(mostCalledOf([britain, germany])).toEqual({ countryCode: 'DE', kind: 'fixed', minutes: 2 });
});

test('neither the echo test nor an expensive type of number is what somebody calls', () => {
  expect(mostCalledOf([echo, premium, britain])).toEqual({ countryCode: 'GB', kind: 'mobile', minutes: 1 });
});

test('who talked to nobody has called nowhere', () => {
  expect(mostCalledOf([])).toBeNull();
  expect(mostCalledOf([{ ...britain, answeredSeconds: 0 }])).toBeNull();
});
