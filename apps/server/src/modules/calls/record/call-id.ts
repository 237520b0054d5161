import { idOf } from '../../../platform/id-params.ts';
import { callNotFound } from './calls-problems.ts';

/** The id in an address. What is no id of ours is a call that does not exist. */
export const callId = (params: { id: string }): string => idOf(params, callNotFound);
