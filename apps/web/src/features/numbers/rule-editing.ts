import type { RuleDraft } from './rule-draft.ts';
import { withMenus } from './rule-menu-draft.ts';

/** A draft belongs to the version that it was made of: what somebody else saves meanwhile is not overwritten. */
export type EditedRule = { version: number; draft: RuleDraft };

/** A part of a draft; a function of the draft that is there by then, where a request comes between. */
export type RuleChange = Partial<RuleDraft> | ((present: RuleDraft) => Partial<RuleDraft>);

/** `edited` null: nothing is changed. `begun`: the version that was shown when it was first changed. `turn`: how often it began anew. */
export type RuleEditing = { edited: EditedRule | null; begun: number; turn: number; isChecked: boolean };

export const UNTOUCHED: RuleEditing = { edited: null, begun: 0, turn: 0, isChecked: false };

/** Changes whenever fields that keep what is typed have to begin anew: with another draft, and with what was changed elsewhere. */
export const beginningOf = ({ edited, begun, turn }: RuleEditing, savedVersion: number): string =>
  `${turn} ${edited === null ? savedVersion : begun}`;

export const begunAnew = ({ turn }: RuleEditing): RuleEditing => ({ ...UNTOUCHED, turn: turn + 1 });

/** Changes what is edited, or what is `saved` where nothing is. */
export function withChange(editing: RuleEditing, change: RuleChange, saved: EditedRule): RuleEditing {
  const { version, draft } = editing.edited ?? saved;
  const part = typeof change === 'function' ? change(draft) : change;
  const begun = editing.edited === null ? version : editing.begun;
  return { ...editing, begun, edited: { version, draft: withMenus({ ...draft, ...part }) } };
}

/** What was `sent` is saved as this version: what was changed since then stays, as a change of that. */
export function afterSaving(editing: RuleEditing, sent: EditedRule | null, version: number): RuleEditing {
  const { edited } = editing;
  if (edited === null || edited === sent) return begunAnew(editing);
  return { ...editing, edited: { version, draft: edited.draft } };
}
