import { expect, test } from 'vitest';
import { readDiversions } from './diversions.ts';

test.each<[string, Parameters<typeof readDiversions>[0], ReturnType<typeof readDiversions>]>([
  ['a call that nobody forwarded', {}, { count: 0, numbers: [] }],
  [
    'one forward',
    { diversion: '"Office" <sip:+442079460123@carrier.example>;reason=no-answer;counter=1;privacy=off' },
    { count: 1, numbers: ['+442079460123'] },
  ],
  [
    'two headers, the later one of three forwards',
    { diversion: '<sip:442079460123@a>;reason=unconditional;counter=3,<tel:+13125550123>;reason=user-busy' },
    { count: 4, numbers: ['442079460123', '+13125550123'] },
  ],
  [
    'a history of one forward, whose last entry is where it goes',
    { history: '<sip:+442079460123@a>;index=1,<sip:+13125550123@b;cause=302>;index=1.1;mp=1' },
    { count: 1, numbers: ['+442079460123'] },
  ],
  ['a history without a forward', { history: '<sip:+13125550123@b>;index=1' }, { count: 0, numbers: [] }],
  [
    'both headers, which tell the same',
    {
      diversion: '<sip:%2B442079460123@a>;reason=unconditional',
      history: '<sip:+442079460123@a>;index=1,<sip:+13125550123@b;cause=302>;index=1.1',
    },
    { count: 1, numbers: ['+442079460123'] },
  ],
  ['what is no header of the kind', { diversion: 'unknown;;<>', history: '<mailto:a>' }, { count: 0, numbers: [] }],
])('%s', (_what, headers, read) => {
  expect(readDiversions(headers)).toEqual(read);
});

test('a header that begins an entry again and again is read in the time of its length', () => {
  const steps = (starts: number) => {
    const begun = process.threadCpuUsage();
    readDiversions({ diversion: '<sip:a'.repeat(starts), history: '<sip:a'.repeat(starts) });
    return process.threadCpuUsage(begun).user;
  };
  steps(500);
  // Ten times as long takes ten times, not the hundred or thousand of going back; with room for a busy machine.
  expect(steps(20_000)).toBeLessThan(1_000_000);
});
