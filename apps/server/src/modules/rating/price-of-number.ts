import { termsReply } from './call-terms.ts';
import type { Rating, TypedNumber } from './rating.ts';

/** What calls to a number cost by a rate table, and whether they are closed. Throws the Problem that says why it is no number. */
export function priceOfNumber(rating: Pick<Rating, 'lookUp'>, asked: TypedNumber) {
  const { rated, isOpen } = rating.lookUp(asked);
  const { number, destination, terms } = rated;
  return {
    number,
    countryCode: destination.countryCode,
    kind: destination.kind,
    perMinuteMicros: terms.perMinuteMicros,
    connectionMicros: terms.connectionMicros,
    terms: termsReply(terms),
    isClosed: !isOpen,
  };
}
