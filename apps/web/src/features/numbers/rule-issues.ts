import { numberRuleChange } from '@farline/contracts/numbers/number-rules';
import { type RuleDraft, ruleOf } from './rule-draft.ts';

/** What is wrong with a rule, by the path of its field: `blocked`, `open.goesOn.then.to`, `menus.0.keys.1.name`. */
export type RuleIssues = ReadonlyMap<string, string>;

/** Where a field of a rule stands: below `path`. */
export interface FieldPlace {
  path: string;
  issues: RuleIssues;
}

export const errorAt = ({ issues, path }: FieldPlace, field: string): string | undefined =>
  issues.get(`${path}.${field}`);

/** What is wrong with the fields of a draft. What has no field of its own is left to the server. */
export function ruleIssues(draft: RuleDraft): RuleIssues {
  const read = numberRuleChange.safeParse({ version: 0, rule: ruleOf(draft) });
  const issues = (read.error?.issues ?? []).map(({ path, message }): [string, string] => [
    fieldOf(path.slice(1)),
    message,
  ]);
  return new Map(issues.filter(([field]) => SHOWN.some((fields) => fields.test(field))).toReversed());
}

/** One field has a whole list of numbers. */
const LISTS: ReadonlySet<unknown> = new Set(['blocked', 'vips']);
const fieldOf = (path: readonly PropertyKey[]): string => (LISTS.has(path[0]) ? path.slice(0, 1) : path).join('.');

const MENUS = /^menus|\.menu$/;
/** Where a step says something to callers. */
const SAID = /^(open|closed|unanswered)\.text$/;
const SHOWN: readonly RegExp[] = [
  MENUS,
  SAID,
  /^(blocked|vips|open|closed)$/,
  /^hours\.\d+\.days$/,
  /^voicemail\.text$/,
  /^(open|closed)\.(to|most|secondsEach|goesOn\.afterSeconds|goesOn\.then\.(to|most))$/,
];

/** Which sentence says beside the button that something is wrong. */
export type Wrong = 'menusWrong' | 'sayWrong' | 'fieldsWrong';
export function wrongIn(issues: RuleIssues): Wrong | null {
  const fields = [...issues.keys()];
  if (fields.length === 0) return null;
  if (fields.every((field) => SAID.test(field))) return 'sayWrong';
  return fields.every((field) => MENUS.test(field)) ? 'menusWrong' : 'fieldsWrong';
}
