import type { Answers } from '../../support/stand-in-answers.ts';
import { idOf, OWN, usd } from './people.ts';

const EVERYBODY = { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'voicemail' } } as const;
const HOURS = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }];
const PHONES = [{ id: idOf(9, 0), name: 'Telephone in the study' }];

/** What a page reads of numbers, and of who may sign in. */
export const NUMBERS: Answers = {
  'GET /numbers': {
    numbers: [
      {
        number: OWN,
        kind: 'rented',
        label: 'Office',
        isDefault: true,
        voice: true,
        sms: true,
        rule: {
          doNotDisturbUntil: null,
          hours: HOURS,
          hasDaysOff: false,
          open: { do: 'menu', menu: 'a' },
          closed: { do: 'voicemail' },
        },
        rent: {
          country: 'US',
          type: 'fixed',
          monthly: usd('1.5000'),
          perMinute: usd('0.0000'),
          since: '2030-07-02T08:00:00.000Z',
          paidUntil: '2031-04-02T08:00:00.000Z',
          pastDueUntil: null,
          goesBack: false,
        },
      },
      {
        number: '+999000200300',
        kind: 'sandbox',
        label: '',
        isDefault: false,
        voice: true,
        sms: true,
        rule: null,
        rent: null,
      },
    ],
    verified: [],
    openVerification: null,
    orders: [],
    quarantineDays: 45,
    graceDays: 14,
  },
  'GET /numbers/offers/countries': { countries: [], providerCountries: [] },
  'GET /greetings': {
    items: [
      {
        kind: 'spoken',
        id: idOf(10, 0),
        name: 'Holidays',
        usedBy: [OWN],
        language: 'en',
        text: 'We are away until Monday.',
      },
      { kind: 'recorded', id: idOf(10, 1), name: 'A quiet voice', usedBy: [], seconds: 14 },
    ],
    most: 20,
  },
  'GET /numbers/{number}/rule': {
    number: OWN,
    version: 3,
    phones: PHONES,
    rule: {
      blocked: ['+4420*'],
      refusesBlockedInMessages: false,
      refusesAnonymous: false,
      possiblyForged: 'as_usual',
      vips: [],
      favouritesRingThrough: true,
      doNotDisturbUntil: null,
      timeZone: 'Europe/London',
      hours: HOURS,
      daysOff: [{ date: '2031-12-25', name: 'Christmas Day', isYearly: true }],
      open: { do: 'menu', menu: 'a' },
      closed: { do: 'voicemail' },
      unanswered: { do: 'nobody' },
      voicemail: { language: 'en', text: null },
      menus: [
        {
          id: 'a',
          name: 'Orders, invoices and repairs',
          language: 'en',
          text: null,
          tries: 2,
          waitSeconds: 6,
          keys: [
            { key: '1', name: 'Orders and deliveries abroad', then: EVERYBODY },
            { key: '2', name: 'Opening hours', then: { do: 'say', text: 'We open at nine.' } },
          ],
          otherwise: { do: 'voicemail' },
        },
      ],
    },
  },
  'GET /auth/sessions': {
    sessions: [
      aSession(0, { name: 'Chrome on Linux', browser: 'Chrome', system: 'Linux', kind: 'desktop' }),
      aSession(1, { name: 'Safari on iPhone', browser: 'Safari', system: 'iOS', kind: 'phone' }),
    ],
  },
  'GET /settings/factors': {
    factors: [
      {
        id: idOf(12, 0),
        kind: 'passkey',
        name: 'Yellow key on the ring',
        createdAt: '2030-09-01T10:00:00.000Z',
        lastUsedAt: '2031-03-14T08:00:00.000Z',
      },
    ],
    recoveryCodesLeft: 7,
  },
};

function aSession(index: number, device: { name: string; browser: string; system: string; kind: 'desktop' | 'phone' }) {
  return {
    id: idOf(11, index),
    device,
    address: `203.0.113.${7 + index}`,
    isCurrent: index === 0,
    isRemembered: true,
    startedAt: '2031-03-01T09:00:00.000Z',
    lastSeenAt: `2031-03-${14 - index}T10:15:00.000Z`,
  };
}
