import type { DestinationKind } from '@farline/contracts';

/** Destinations that an allowance is for: kinds of numbers in countries. `title` is how people read it, in English. */
export type DestinationGroup = { name: string; title: string };

export type GroupMember = { group: DestinationGroup; countryCode: string; kind: DestinationKind };

/** Where a destination belongs, if to any group. */
export type GroupOf = (destination: { countryCode: string | null; kind: DestinationKind }) => DestinationGroup | null;

/** Looks groups up by country and kind. */
export function groupFinder(members: readonly GroupMember[]): GroupOf {
  const groups = new Map(members.map(({ group, countryCode, kind }) => [`${countryCode} ${kind}`, group]));
  return ({ countryCode, kind }) => groups.get(`${countryCode} ${kind}`) ?? null;
}
