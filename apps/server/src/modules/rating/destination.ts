import { type Destination as DestinationReply, type DestinationKind, ECHO_TEST } from '@farline/contracts';

/** The country code of what belongs to no country: satellites, international services (as in libphonenumber). */
export const WORLD = '001';

/** Where a number lies: the longest prefix that is known of it, with its country and kind. */
export type Destination = {
  prefix: string;
  /** ISO 3166-1 alpha-2, or `001`; null for the echo test. */
  countryCode: string | null;
  kind: DestinationKind;
  operator: string | null;
};

export const echoDestination: Destination = { prefix: ECHO_TEST, countryCode: null, kind: 'echo', operator: null };

/** The destination for the wire: what is no country has no code there. */
export function destinationReply(destination: Destination): DestinationReply {
  const { prefix, countryCode, kind, operator } = destination;
  return { prefix, countryCode: countryCode === WORLD ? null : countryCode, kind, operator };
}
