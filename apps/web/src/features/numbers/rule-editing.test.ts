import '../../lib/testing/browser-stand-ins.ts';
import { defaultRule } from '@farline/contracts/numbers/number-rules';
import { expect, test } from 'vitest';
import { draftOf } from './rule-draft.ts';
import { afterSaving, beginningOf, UNTOUCHED, withChange } from './rule-editing.ts';

const saved = { version: 3, draft: draftOf(defaultRule('UTC'), new Date('2026-03-10T12:00:00Z')) };
const CHRISTMAS = { date: '2026-12-25', name: 'Christmas Day', isYearly: true };
const BOXING_DAY = { date: '2026-12-26', name: 'Boxing Day', isYearly: true };

test('what comes from a calendar joins what was changed while it was read', () => {
  const typed = withChange(UNTOUCHED, { blocked: '+4420*', daysOff: [CHRISTMAS] }, saved);
  const read = withChange(typed, ({ daysOff }) => ({ daysOff: [...daysOff, BOXING_DAY] }), saved);
  expect(read.edited).toEqual({
    version: 3,
    draft: { ...saved.draft, blocked: '+4420*', daysOff: [CHRISTMAS, BOXING_DAY] },
  });
});

test('what is changed while a rule is being saved stays, as a change of the version that is saved', () => {
  const sent = withChange(UNTOUCHED, { blocked: '+4420*' }, saved);
  const typed = withChange(sent, { vips: '+442079460456' }, saved);
  expect(afterSaving(typed, sent.edited, 4)).toEqual({
    begun: 3,
    turn: 0,
    isChecked: false,
    edited: { version: 4, draft: { ...saved.draft, blocked: '+4420*', vips: '+442079460456' } },
  });
});

test('a rule of which nothing was changed since it was sent begins anew once it is saved', () => {
  const sent = withChange({ ...UNTOUCHED, isChecked: true }, { blocked: '+4420*' }, saved);
  expect(afterSaving(sent, sent.edited, 4)).toEqual({ ...UNTOUCHED, turn: 1 });
});

test('fields begin anew with what was saved elsewhere, unless something is changed here', () => {
  expect(beginningOf(UNTOUCHED, 4)).not.toBe(beginningOf(UNTOUCHED, 3));

  const typed = withChange(UNTOUCHED, { blocked: '+4420*' }, saved);
  expect(beginningOf(typed, 3)).toBe(beginningOf(UNTOUCHED, 3));
  expect(beginningOf(typed, 4)).toBe(beginningOf(UNTOUCHED, 3));

  const saving = withChange(typed, { vips: '+442079460456' }, saved);
  expect(beginningOf(afterSaving(saving, typed.edited, 4), 4)).toBe(beginningOf(UNTOUCHED, 3));
});
