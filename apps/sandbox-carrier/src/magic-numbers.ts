/** How the far side takes a call. */
export type Behaviour =
  | { kind: 'converse' }
  | { kind: 'refuse'; status: number; afterRinging: boolean }
  | { kind: 'ring-for-ever' }
  | { kind: 'hang-up'; afterMs: number }
  | { kind: 'announce-and-refuse'; status: number }
  | { kind: 'answer-silently' }
  | { kind: 'refuse-and-call-back'; status: number; afterMs: number }
  | { kind: 'echo-at-once' };

/** A number that behaves in its own way. `trunks` says on which; on the others it is an ordinary number. */
export interface MagicNumber {
  ending: string;
  title: string;
  happens: string;
  trunks: 'all' | 'first';
  behaviour: Behaviour;
}

/** The free echo test, a whole number. */
export const ECHO_TEST = '*43';

/** What the last four digits of any number bring about. */
export const magicNumbers: readonly MagicNumber[] = [
  {
    ending: '0001',
    title: 'Busy',
    happens: 'The line is busy (486).',
    trunks: 'all',
    behaviour: { kind: 'refuse', status: 486, afterRinging: false },
  },
  {
    ending: '0002',
    title: 'No answer',
    happens: 'It rings until you give up.',
    trunks: 'all',
    behaviour: { kind: 'ring-for-ever' },
  },
  {
    ending: '0003',
    title: 'Declined',
    happens: 'It rings, then the call is declined (603).',
    trunks: 'all',
    behaviour: { kind: 'refuse', status: 603, afterRinging: true },
  },
  {
    ending: '0004',
    title: 'No such number',
    happens: 'The number does not exist (404).',
    trunks: 'all',
    behaviour: { kind: 'refuse', status: 404, afterRinging: false },
  },
  {
    ending: '0005',
    title: 'Second trunk',
    happens: 'The first trunk fails (503), the second answers.',
    trunks: 'first',
    behaviour: { kind: 'refuse', status: 503, afterRinging: false },
  },
  {
    ending: '0006',
    title: 'Hangs up',
    happens: 'It answers and hangs up after five seconds.',
    trunks: 'all',
    behaviour: { kind: 'hang-up', afterMs: 5000 },
  },
  {
    ending: '0007',
    title: 'Announcement',
    happens: 'An announcement before any answer, then not available (480).',
    trunks: 'all',
    behaviour: { kind: 'announce-and-refuse', status: 480 },
  },
  {
    ending: '0008',
    title: 'Silence',
    happens: 'It answers and stays silent.',
    trunks: 'all',
    behaviour: { kind: 'answer-silently' },
  },
  {
    ending: '0009',
    title: 'Calls back',
    happens: 'The line is busy (486); three seconds later it calls the number that was shown.',
    trunks: 'all',
    behaviour: { kind: 'refuse-and-call-back', status: 486, afterMs: 3000 },
  },
];

/** How a call to a number is taken on the trunk at a position, the first being 0. */
export function behaviourOf(call: { dialled: string; trunkPosition: number }): Behaviour {
  if (call.dialled === ECHO_TEST) return { kind: 'echo-at-once' };
  const magic = magicNumbers.find(({ ending }) => call.dialled.endsWith(ending));
  const isMagicHere = magic?.trunks === 'all' || call.trunkPosition === 0;
  return magic && isMagicHere ? magic.behaviour : { kind: 'converse' };
}
