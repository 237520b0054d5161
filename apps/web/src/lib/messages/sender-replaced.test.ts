import '../testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { senderReplaced } from './sender-replaced.ts';

const [GONE, FIRST, SECOND] = ['+447700900001', '+447700900002', '+447700900003'];
const SENDERS = { numbers: [FIRST, SECOND], names: [] };

test('a sender that the account has no more is named, with the one that has taken its place', () => {
  expect(senderReplaced(SENDERS, GONE, FIRST)).toBe(
    '+44 7700 900001 isn’t yours any more, so this goes out from +44 7700 900002.',
  );
  expect(senderReplaced(SENDERS, 'Acme', FIRST)).toContain('Acme isn’t yours any more');
});

test('nothing is said of a sender that stays, of one that was chosen instead, and where there is none', () => {
  expect(senderReplaced(SENDERS, FIRST, FIRST)).toBeNull();
  expect(senderReplaced(SENDERS, FIRST, SECOND)).toBeNull();
  expect(senderReplaced({ numbers: [], names: [] }, GONE, undefined)).toBeNull();
});
