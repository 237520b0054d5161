import { expect, test } from 'vitest';
import { stepOf } from './settle-transfers.ts';

test('a number that answered and was left alone is ended, and the running call stays', () => {
  const alone = { isJoined: false, placed: 'answered', running: 'answered', isLeftAlone: true } as const;
  expect(stepOf(alone)).toBe('end_placed');
});

test.each([
  ['while the new number rings', { isJoined: false, placed: 'ringing', running: 'answered' }, 'wait'],
  ['while the two talk', { isJoined: true, placed: 'answered', running: 'answered' }, 'wait'],
  ['when the new number did not answer', { isJoined: false, placed: 'ended', running: 'answered' }, 'over'],
  ['when the caller hung up while it rang', { isJoined: false, placed: 'ringing', running: 'ended' }, 'end_placed'],
  ['when the first far side hung up', { isJoined: true, placed: 'answered', running: 'ended' }, 'end_placed'],
  ['when the second far side hung up', { isJoined: true, placed: 'ended', running: 'answered' }, 'end_running'],
  ['when both have ended', { isJoined: true, placed: 'ended', running: 'ended' }, 'over'],
] as const)('%s a transfer is settled so that nobody pays alone', (_when, transfer, step) => {
  expect(stepOf({ ...transfer, isLeftAlone: false })).toBe(step);
});
