import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of test files: kinds that run together are spread evenly over each other, so that those that wait for calls do so while
 * others use the processor. Within a kind the order is Vitest's own.
 */
export class SpreadKinds extends BaseSequencer {
  public override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return spreadEvenly(
      sorted,
      ({ project }) => `${project.config.sequence.groupOrder}`,
      ({ project }) => project.name,
    );
  }
}

/** Items of one group stay together, in the order of the groups; within a group each kind is spread evenly over it. */
export function spreadEvenly<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  kindOf: (item: Item) => string,
): Item[] {
  const groups = Map.groupBy(items, groupOf);
  return [...groups.values()].flatMap((group) => {
    const kinds = [...Map.groupBy(group, kindOf).values()];
    const placed = kinds.flatMap((kind) => kind.map((item, index) => ({ item, at: (index + 0.5) / kind.length })));
    return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
  });
}
