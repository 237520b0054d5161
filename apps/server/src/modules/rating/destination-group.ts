import type { DestinationKind } from '@farline/contracts';

/** Destinations that an allowance is for: kinds of numbers in countries. `title` is how people read it, in English. */
export type DestinationGroup = { name: string; title: string };

export type GroupMember = { group: DestinationGroup; countryCode: string; kind: DestinationKind };

/** Where a destination belongs, if to any group. */
export type GroupOf = (destination: { countryCode: string | null; kind: DestinationKind }) => DestinationGroup | null;

/** A group with all that is in it. */
export type WholeGroup = DestinationGroup & { countryCodes: string[]; kinds: DestinationKind[] };

/** The groups by name, each with its countries and kinds of numbers. */
export function wholeGroups(members: readonly GroupMember[]): ReadonlyMap<string, WholeGroup> {
  const ofGroup = Map.groupBy(members, ({ group }) => group.name);
  return new Map(
    [...ofGroup].flatMap(([name, all]) =>
      all[0] === undefined
        ? []
        : [
            [
              name,
              {
                ...all[0].group,
                countryCodes: [...new Set(all.map(({ countryCode }) => countryCode))].toSorted(),
                kinds: [...new Set(all.map(({ kind }) => kind))].toSorted(),
              },
            ] as const,
          ],
    ),
  );
}

/** Looks groups up by country and kind. */
export function groupFinder(members: readonly GroupMember[]): GroupOf {
  const groups = new Map(members.map(({ group, countryCode, kind }) => [`${countryCode} ${kind}`, group]));
  return ({ countryCode, kind }) => groups.get(`${countryCode} ${kind}`) ?? null;
}
