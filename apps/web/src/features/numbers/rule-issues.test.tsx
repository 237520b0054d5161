import '../../lib/testing/browser-stand-ins.ts';
import { defaultRule } from '@farline/contracts/numbers/number-rules';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RuleCallers } from './rule-callers.tsx';
import { draftOf, type RuleDraft } from './rule-draft.ts';
import { RuleHours } from './rule-hours.tsx';
import { ruleIssues, wrongIn } from './rule-issues.ts';
import { OPEN_STEPS, RuleStepFields } from './rule-step.tsx';

const draft = draftOf(defaultRule('Europe/London'), new Date('2026-03-10T12:00:00Z'));
const withPart = (part: Partial<RuleDraft>): RuleDraft => ({ ...draft, ...part });
const nothing = (): void => undefined;

/** The parts of a rule that take numbers, as its page shows them. */
function shown(rule: RuleDraft): string {
  const issues = ruleIssues(rule);
  return renderToStaticMarkup(
    <MemoryRouter>
      <RuleCallers draft={rule} issues={issues} onChange={nothing} />
      <RuleHours draft={rule} issues={issues} onChange={nothing} />
      <RuleStepFields
        step={rule.open}
        among={OPEN_STEPS}
        phones={[]}
        menus={[]}
        language="en"
        at={{ path: 'open', issues }}
        onChange={nothing}
      />
    </MemoryRouter>,
  );
}

/** The sentences that fields are described by which are wrong. */
function wrongFields(html: string): string[] {
  const ids = [...html.matchAll(/aria-invalid="true" aria-describedby="([^"]+)"/g)].map(([, id]) => id);
  return [...new Set(ids)].map((id) => new RegExp(`<p id="${id}"[^>]*>.*?</svg>(.*?)</p>`).exec(html)?.[1] ?? '');
}

const FORWARD = 'Write a number as +442079460123. Emergency numbers can’t be called from here.';
const RINGING = 'Let it ring for 5 to 60 seconds';
const RING = { do: 'ring', browsers: true, phones: 'all' } as const;

test.each<[string, Partial<RuleDraft>, string]>([
  ['blocked numbers', { blocked: '+4420*\nnonsense\n12' }, 'Write a number as +442079460123 or +4420*'],
  ['numbers that ring through', { vips: '+4420*' }, 'Write a number as +442079460123'],
  ['a telephone to forward to', { open: { do: 'forward', to: '112', most: null } }, FORWARD],
  ['what a call may cost', { open: { do: 'forward', to: '+442079460123', most: 'x' } }, 'Write an amount such as 5.00'],
  [
    'a telephone after ringing',
    { open: { ...RING, goesOn: { afterSeconds: 20, then: { do: 'forward', to: '', most: null } } } },
    FORWARD,
  ],
  [
    'the seconds before it',
    { open: { ...RING, goesOn: { afterSeconds: 1, then: { do: 'forward', to: '+442079460123', most: null } } } },
    RINGING,
  ],
  ['the seconds of a turn', { open: { ...RING, order: 'longest_idle', secondsEach: 1 } }, RINGING],
  ['what rings', { open: { ...RING, browsers: false, phones: [] } }, 'Choose what is to ring'],
  [
    'opening hours without a day',
    { isAlwaysOpen: false, hours: [{ days: [], from: '09:00', to: '17:00' }] },
    'Choose a day',
  ],
])('what is wrong with %s stands under its field', (_what, part, sentence) => {
  expect(wrongFields(shown(withPart(part)))).toEqual([sentence]);
  expect(wrongIn(ruleIssues(withPart(part)))).toBe('fieldsWrong');
});

test('a rule with nothing wrong marks no field', () => {
  expect(wrongFields(shown(draft))).toEqual([]);
  expect(wrongIn(ruleIssues(draft))).toBeNull();
});

test('words that are missing, and menus that lead nowhere, are told as such', () => {
  expect(wrongIn(ruleIssues(withPart({ open: { do: 'say', language: 'en', text: '' } })))).toBe('sayWrong');
  expect(wrongIn(ruleIssues(withPart({ open: { do: 'menu', menu: 'm9' } })))).toBe('menusWrong');
});
