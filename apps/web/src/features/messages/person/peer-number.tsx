import { showNumber } from '../../../lib/format/phone-number.ts';
import { useNumbersOfPerson } from '../../../lib/messages/use-numbers-of-person.ts';

/** With which of a person's numbers something was written or said; nothing where they have one. */
export function PeerNumber({ peer }: { peer: string }) {
  if (useNumbersOfPerson(peer).length < 2) return null;
  return (
    <bdi data-testid="peer-number" className="phone-number">
      {showNumber(peer)}
    </bdi>
  );
}
