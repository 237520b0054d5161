import '../../lib/testing/browser-stand-ins.ts';
import type { BillingEntry } from '@farline/contracts/billing';
import { expect, test } from 'vitest';
import { whatOf } from './entry-words.ts';

const GRACE = '+447700900123';
const STRANGER = '+33612345678';
const nameOf = (number: string): string | null => (number === GRACE ? 'Grace Hopper' : null);
const call = (direction: 'inbound' | 'outbound', isPractice = false) => ({
  direction,
  to: GRACE,
  seconds: 61,
  isPractice,
});

test.each<[BillingEntry['kind'], string | null, BillingEntry['call'], string]>([
  ['call', GRACE, call('outbound'), 'Call to Grace Hopper · 1:01'],
  ['call', GRACE, call('inbound'), 'Call from Grace Hopper · 1:01'],
  ['call', STRANGER, call('inbound'), 'Call from +33 6 12 34 56 78 · 1:01'],
  ['call', null, call('inbound'), 'Incoming call · 1:01'],
  ['call', GRACE, call('outbound', true), 'Call to Grace Hopper · 1:01 · practice'],
  ['call', null, call('inbound', true), 'Incoming call · 1:01 · practice'],
  ['call', null, null, 'Call'],
  ['message', GRACE, null, 'Message to Grace Hopper'],
  ['message', null, null, 'Message'],
  ['message_refund', STRANGER, null, 'Message to +33 6 12 34 56 78 that wasn’t delivered: given back'],
  ['number', '+12015550142', null, 'Number +1 201 555 0142'],
  ['number', null, null, 'Number'],
  ['top_up', null, null, 'Funds added'],
])('an entry of a %s with %s, of the call %j, reads "%s"', (kind, peer, of, told) => {
  const said = whatOf({ kind, peer, call: of } as BillingEntry, nameOf);
  expect(said.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')).toBe(told);
});

test.each<[BillingEntry['kind'], BillingEntry['call']]>([
  ['number', null],
  ['message', null],
  ['call', call('outbound')],
])('the number of a %s with the call %j stands in one line', (kind, of) => {
  expect(whatOf({ kind, peer: STRANGER, call: of } as BillingEntry, nameOf)).toContain(
    '+33\u00a06\u00a012\u00a034\u00a056\u00a078',
  );
});
