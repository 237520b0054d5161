import type { Thread } from '@farline/contracts/messages/messages';

/** Which of a person's numbers are blocked. A person is blocked where all of them are. */
export interface BlockedNumbers {
  is: 'all' | 'some' | 'none';
  blocked: readonly string[];
  open: readonly string[];
}

/** Null: it is not known yet of all. */
export function blockedOf(
  numbers: readonly string[],
  threads: readonly Pick<Thread, 'peer' | 'isBlocked'>[],
): BlockedNumbers | null {
  const known = numbers.flatMap((number) => threads.find(({ peer }) => peer === number) ?? []);
  if (known.length < numbers.length) return null;
  const withBlock = (isBlocked: boolean) => known.filter((one) => one.isBlocked === isBlocked).map(({ peer }) => peer);
  const [blocked, open] = [withBlock(true), withBlock(false)];
  return { is: open.length === 0 ? 'all' : blocked.length === 0 ? 'none' : 'some', blocked, open };
}
