import { expect, test } from 'vitest';
import { defaultRule, type NumberRule } from './number-rules.ts';
import { ruleWithoutGone } from './rule-without-gone.ts';

const [desk, hall, kept, gone] = [
  'c9d9f2a0-5f3a-4a53-8f9c-000000000001',
  'c9d9f2a0-5f3a-4a53-8f9c-000000000002',
  'c9d9f2a0-5f3a-4a53-8f9c-000000000003',
  'c9d9f2a0-5f3a-4a53-8f9c-000000000004',
];
const own = { phones: new Set([desk]), greetings: new Set([kept]) };
const greetings = {
  usual: kept,
  closed: gone,
  daysOff: null,
  forNow: { greeting: gone, until: '2027-01-04T08:00:00.000Z' },
};
const rule: NumberRule = {
  ...defaultRule('Europe/London'),
  blocked: ['+4420*'],
  open: { do: 'ring', browsers: true, phones: [hall, desk], order: 'in_turn', phonesBeforeBrowsers: 2 },
  closed: { do: 'ring', browsers: true, phones: [hall] },
  voicemail: { language: 'en', text: null, greetings },
  menus: [
    {
      id: 'm1',
      name: 'Menu 1',
      language: 'en',
      text: null,
      tries: 2,
      waitSeconds: 6,
      keys: [
        { key: '1', name: 'Us', then: { do: 'ring', browsers: true, phones: [hall], unanswered: { do: 'voicemail' } } },
      ],
      otherwise: { do: 'ring', browsers: false, phones: [desk, hall], unanswered: { do: 'busy' } },
    },
  ],
};

test('phones and greetings that an account no longer has are chosen no more, and all else stays', () => {
  expect(ruleWithoutGone(rule, own)).toEqual({
    ...rule,
    open: { ...rule.open, phones: [desk], phonesBeforeBrowsers: 1 },
    closed: { ...rule.closed, phones: [] },
    voicemail: { language: 'en', text: null, greetings: { usual: kept, closed: null, daysOff: null, forNow: null } },
    menus: [
      {
        ...rule.menus[0],
        keys: [{ ...rule.menus[0]?.keys[0], then: { ...rule.menus[0]?.keys[0]?.then, phones: [] } }],
        otherwise: { ...rule.menus[0]?.otherwise, phones: [desk] },
      },
    ],
  });
});

test('a rule of which nothing is gone stays as it is', () => {
  expect(ruleWithoutGone(rule, { phones: new Set([desk, hall]), greetings: new Set([kept, gone]) })).toEqual(rule);
  expect(ruleWithoutGone(defaultRule('UTC'), own)).toEqual(defaultRule('UTC'));
});
