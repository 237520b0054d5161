import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * The sentence for a person about a field that its schema says nothing of, as zod's error map: `Time zone is required`,
 * `Limit must be at most 100`. What a schema says itself, the specification's sentences first, comes before it.
 */
export function defaultValidationMessage(issue: Issue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  const field = fieldOf(issue.path ?? []);
  if (field === null) return isMissing ? 'The request has no content' : 'The request must be a JSON object';
  const { name, verb } = field;
  if (issue.input === undefined || (issue.code === 'too_small' && issue.input === '')) {
    return `${name} ${verb} required`;
  }
  const bound = boundOf(issue);
  return bound === null ? `${name} ${verb}n’t valid` : `${name} must ${bound}`;
}

/** What a value has to be or to have; null where no few words tell it. */
function boundOf(issue: Issue): string | null {
  if (issue.code === 'too_small') return sized({ ...issue, word: 'at least', bound: issue.minimum });
  if (issue.code === 'too_big') return sized({ ...issue, word: 'at most', bound: issue.maximum });
  if (issue.code === 'invalid_value') return oneOf(issue);
  if (issue.code !== 'invalid_type') return null;
  const { expected, input } = issue;
  if (expected === 'int') return typeof input === 'number' ? 'be a whole number' : 'be a number';
  if (expected === 'number') return 'be a number';
  return expected === 'boolean' ? 'be true or false' : null;
}

function oneOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>): string {
  if (issue['expected'] === 'stringbool') return 'be true or false';
  return `be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
}

/** What a field is called: `limits.perMinute` is "Per minute"; an entry of a list is called as its list. */
function fieldOf(path: readonly PropertyKey[]): { name: string; verb: 'is' | 'are' } | null {
  const key = path.findLast((part) => typeof part === 'string');
  if (key === undefined) return null;
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/g, ' ');
  return { name: words.charAt(0).toUpperCase() + words.slice(1), verb: /[^su]s$/.test(words) ? 'are' : 'is' };
}

const UNITS: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries', file: 'bytes' };

function sized(limit: {
  origin: string;
  word: string;
  bound: number | bigint;
  exact?: boolean;
  inclusive?: boolean;
}): string {
  const word = limit.exact === true ? 'exactly' : limit.word;
  const unit = UNITS[limit.origin];
  if (unit !== undefined) return `have ${word} ${limit.bound} ${limit.bound === 1 ? singular(unit) : unit}`;
  if (limit.inclusive === false) return `be ${limit.word === 'at least' ? 'more' : 'less'} than ${limit.bound}`;
  return `be ${word} ${limit.bound}`;
}

function singular(unit: string): string {
  return unit.replace(/ies$/, 'y').replace(/s$/, '');
}
