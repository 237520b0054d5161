import { readNumber, showNumber } from '../lib/format/phone-number.ts';
import { isolate } from '../lib/language/i18n.ts';
import { Flag } from './flag.tsx';

/** Whether somebody can be called and answered: some senders have a name and no number. */
export function isNumber(peer: string): boolean {
  return /^\+\d+$/.test(peer);
}

/** Who it is: the name of their contact, else their number as people write it, else the name of the sender. */
export function peerName(peer: string, nameOf: (number: string) => string | null): string {
  return nameOf(peer) ?? (isNumber(peer) ? showNumber(peer) : isolate(peer));
}

/** The flag of a number's country. */
export function PeerFlag({ peer, className }: { peer: string; className?: string }) {
  const read = readNumber(peer, undefined);
  const countryCode = read.is === 'number' ? read.countryCode : null;
  return <Flag countryCode={countryCode} {...(className === undefined ? {} : { className })} />;
}
