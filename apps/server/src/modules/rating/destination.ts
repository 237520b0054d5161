import {
  type Destination as DestinationReply,
  type DestinationKind,
  ECHO_TEST,
  OWN_VOICEMAIL,
} from '@farline/contracts';

/** The country code of what belongs to no country: satellites, international services (as in libphonenumber). */
export const WORLD = '001';

/** Where a number lies: the longest prefix that is known of it, with its country and kind. */
export type Destination = {
  prefix: string;
  /** ISO 3166-1 alpha-2, or `001`; null for our own services. */
  countryCode: string | null;
  kind: DestinationKind;
  operator: string | null;
};

/** The service codes that may be called, each with where it leads. All are free. */
const SERVICES: Record<string, Destination> = {
  [ECHO_TEST]: { prefix: ECHO_TEST, countryCode: null, kind: 'echo', operator: null },
  [OWN_VOICEMAIL]: { prefix: OWN_VOICEMAIL, countryCode: null, kind: 'voicemail', operator: null },
};

/** Where a service code leads; null: there is no such service. */
export const serviceDestination = (code: string): Destination | null => SERVICES[code] ?? null;

/** The destination for the wire: what is no country has no code there. */
export function destinationReply(destination: Destination): DestinationReply {
  const { prefix, countryCode, kind, operator } = destination;
  return { prefix, countryCode: countryCode === WORLD ? null : countryCode, kind, operator };
}
