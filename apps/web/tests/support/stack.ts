// The stack's own package declares what `inject` gives.
import type {} from '@farline/tools/own-stack';
import { inject } from 'vitest';

/** The stack of this run: server, engine and sandbox carrier. */
export const stack = inject('stack');
