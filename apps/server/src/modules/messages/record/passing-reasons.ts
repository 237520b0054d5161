import type { Problem } from '../../../platform/problems.ts';

/** Too many in a minute, from one number, or to one range of numbers; and more than this server can do now. */
const PASSING: ReadonlySet<string> = new Set(['too_many_messages', 'too_many_from_sender', 'busy']);

/** Whether what kept a message from being written passes by itself within a minute or so: whoever can wait tries again. */
export const isPassing = ({ code }: Pick<Problem, 'code'>): boolean => PASSING.has(code);
