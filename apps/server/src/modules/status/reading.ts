import type { StatusComponent } from '@farline/contracts';

/** What one server saw in one slot; null where it does not watch a component. */
export type Reading = { slot: Date } & Record<StatusComponent, boolean | null>;

/** How many slots of a stretch were measured, and in how many of them each answered; `all`: every measured component. */
export type SlotCounts = { measured: number; all: number } & Record<StatusComponent, number>;

export const NO_SLOTS: SlotCounts = { measured: 0, all: 0, web: 0, engine: 0, database: 0 };
