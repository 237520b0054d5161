import type { BillingEntry, PaymentView } from '@farline/contracts/billing';
import type { Answers } from '../../support/stand-in-answers.ts';
import { FRIEND, idOf, OWN, usd } from './people.ts';

const WALLET = { balance: usd('42.1870'), held: usd('0.0000'), available: usd('42.1870') };
const allowance = (title: string | null, included: number, used: number) => ({
  unit: title === null ? ('messages' as const) : ('seconds' as const),
  group: title === null ? null : title,
  title,
  included,
  used,
  held: 0,
  left: included - used,
  expiresAt: '2031-04-03T08:00:00.000Z',
});
const ALLOWANCES = [
  allowance('Europe, landlines', 12_000, 7_384),
  allowance('USA and Canada', 12_000, 12_000),
  allowance(null, 50, 12),
];

const entry = (index: number, over: Partial<BillingEntry> & Pick<BillingEntry, 'kind' | 'amount'>): BillingEntry => ({
  id: String(900 - index),
  at: `2031-03-${String(14 - index).padStart(2, '0')}T09:30:00.000Z`,
  balanceAfter: usd((42.187 + index).toFixed(4)),
  cause: { type: 'call', id: idOf(2, index) },
  link: null,
  invoiceId: null,
  peer: null,
  call: null,
  ...over,
});
const payment = (index: number, over: Partial<PaymentView>): PaymentView => ({
  id: idOf(5, index),
  amount: usd('25.0000'),
  state: 'succeeded',
  card: { brand: 'visa', lastFour: '4242' },
  decline: null,
  payUrl: null,
  purpose: 'top_up',
  refunds: [],
  disputes: [],
  createdAt: `2031-03-0${9 - index}T12:00:00.000Z`,
  ...over,
});
const METHOD = {
  id: idOf(6, 0),
  label: 'Visa •••• 4242',
  isDefault: true,
  brand: 'visa',
  lastFour: '4242',
  ...({ expires: '2034-12', expiry: 'good', addedAt: '2030-08-01T10:00:00.000Z' } as const),
};

/** What a page reads of the balance, the plan and payments. */
export const MONEY: Answers = {
  'GET /billing/usage': {
    usage: {
      currentMonth: {
        calls: 38,
        sms: 12,
        cost: 7.412,
        price: usd('7.4120'),
        callsPrice: usd('0.2262'),
        practicePrice: usd('0.0000'),
        seconds: 16_320,
        includedSeconds: 7_384,
      },
      previousMonth: { price: usd('6.9000') },
      allowances: ALLOWANCES,
    },
    balance: 42.187,
    wallet: WALLET,
    trialCredit: usd('0.0000'),
    trialWithheldFor: null,
    reachesRealPhones: true,
  },
  'GET /billing/history': {
    startDate: '2031-02-13',
    endDate: '2031-03-14',
    nextCursor: null,
    history: [
      entry(0, {
        kind: 'call',
        amount: usd('-0.2262'),
        link: `/calls/${idOf(2, 0)}`,
        peer: FRIEND,
        call: { direction: 'outbound', to: FRIEND, seconds: 754, isPractice: false },
      }),
      entry(1, {
        kind: 'message',
        amount: usd('-0.0450'),
        peer: FRIEND,
        cause: { type: 'message', id: idOf(3, 1) },
      }),
      entry(5, { kind: 'top_up', amount: usd('25.0000'), invoiceId: idOf(7, 0) }),
      entry(11, { kind: 'plan', amount: usd('-5.0000') }),
      entry(12, { kind: 'number', amount: usd('-1.5000'), peer: OWN }),
    ],
  },
  'GET /billing/sums': {
    startDate: '2031-03-01',
    endDate: '2031-03-14',
    opening: usd('23.9582'),
    closing: usd('42.1870'),
    sums: [
      { group: 'added', amount: usd('25.0000'), entries: 1 },
      { group: 'calls', amount: usd('-0.2262'), entries: 1 },
      { group: 'messages', amount: usd('-0.0450'), entries: 1 },
      { group: 'numbers', amount: usd('-1.5000'), entries: 1 },
      { group: 'plans', amount: usd('-5.0000'), entries: 1 },
    ],
  },
  'GET /billing/refunds': {
    refundable: usd('42.1870'),
    owed: usd('0.0000'),
    parts: [],
  },
  'GET /billing/subscription': {
    subscription: {
      planId: 'plus',
      name: 'Plus',
      status: 'active',
      pricePerMonth: usd('5.0000'),
      startedAt: '2030-07-03T08:00:00.000Z',
      renewsAt: '2031-04-03T08:00:00.000Z',
      next: null,
      pastDue: null,
      allowances: ALLOWANCES,
    },
  },
  'GET /billing/payments': {
    items: [
      payment(0, {}),
      payment(1, { state: 'failed', decline: 'insufficient_funds', amount: usd('100.0000') }),
      payment(2, {
        refunds: [
          { id: idOf(8, 0), amount: usd('10.0000'), state: 'succeeded', createdAt: '2031-03-08T12:00:00.000Z' },
        ],
      }),
    ],
    nextCursor: null,
  },
  'GET /billing/add-funds': {
    payments: 'sandbox',
    balance: 42.187,
    wallet: WALLET,
    amounts: [usd('10.0000'), usd('25.0000'), usd('50.0000'), usd('100.0000')],
    limits: { least: usd('5.0000'), most: usd('500.0000') },
  },
  'GET /billing/auto-top-up': {
    autoTopUp: {
      state: 'on',
      stoppedBecause: null,
      paymentMethodId: null,
      addedToday: usd('0.0000'),
      version: 'unset',
      mark: usd('5.0000'),
      amount: usd('25.0000'),
      dailyCap: usd('100.0000'),
    },
  },
  'GET /billing/payment-methods': { paymentMethods: [METHOD] },
};
