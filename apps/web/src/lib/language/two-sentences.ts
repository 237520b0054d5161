import { shell } from '../../texts/shell.ts';

/** Two sentences in one line, with the full stop of the page's language between them: texts of one sentence end without any. */
export const twoSentences = (first: string, second: string): string => shell.say('twoSentences', { first, second });
