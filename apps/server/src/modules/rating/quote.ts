import type { RatedNumber } from './rate-number.ts';

/** A rated number, frozen when a call to it was allowed. It never changes; the call's charge points at it. */
export type Quote = RatedNumber & { id: string; frozenAt: Date };
