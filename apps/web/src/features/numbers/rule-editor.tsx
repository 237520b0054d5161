import type { NumberRuleReply } from '@farline/contracts/numbers/number-rules';
import { ruleWithoutGone } from '@farline/contracts/numbers/rule-without-gone';
import { PhoneCall, PhoneIncoming, PhoneOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { RequestError } from '../../lib/api/http.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { UnsavedChanges } from '../../ui/unsaved/unsaved-changes.tsx';
import { RuleCallers } from './rule-callers.tsx';
import { draftOf, isClosedAtTimes, type RuleDraft, ruleOf, withShownOf } from './rule-draft.ts';
import {
  afterSaving,
  beginningOf,
  begunAnew,
  type EditedRule,
  type RuleChange,
  UNTOUCHED,
  withChange,
} from './rule-editing.ts';
import { RuleHours } from './rule-hours.tsx';
import { type RuleIssues, ruleIssues, type Wrong, wrongIn } from './rule-issues.ts';
import { usesMenus } from './rule-menu-draft.ts';
import { RuleMenus } from './rule-menus.tsx';
import { RuleNode } from './rule-node.tsx';
import { readPhonesAndGreetings, ruleQuery, saveRule } from './rule-query.ts';
import { CLOSED_STEPS, OPEN_STEPS, RuleStepFields } from './rule-step.tsx';
import { RuleTest } from './rule-test.tsx';
import { RuleUnanswered } from './rule-unanswered.tsx';

const NO_ISSUES: RuleIssues = new Map();

/** What happens when a number is called, from top to bottom: edited in place, checked and saved at once, and tried. */
export function RuleEditor({ saved }: { saved: NumberRuleReply }) {
  const t = numberRulesText.useText();
  const [editing, edit] = useState(UNTOUCHED);
  const { edited, isChecked } = editing;
  const beginning = beginningOf(editing, saved.version);
  const [now] = useState(() => new Date());
  const editor = useRef<HTMLDivElement>(null);
  const { number, phones } = saved;
  const draft = edited?.draft ?? draftOf(saved.rule, now);
  const change = (part: RuleChange): void => {
    // What a request answers may come long after this rendering, and after another version was saved.
    const { version, rule } = queryClient.getQueryData(ruleQuery(number).queryKey) ?? saved;
    edit((present) => withChange(present, part, { version, draft: draftOf(rule, now) }));
  };
  const shown = withShownOf(draft, saved.rule);
  const issues = isChecked ? ruleIssues(shown) : NO_ISSUES;
  const whatIsWrong = (): Wrong | null => {
    const wrong = wrongIn(ruleIssues(shown));
    flushSync(() => edit((present) => ({ ...present, isChecked: true })));
    if (wrong !== null) leadToWrong(editor.current);
    return wrong;
  };
  return (
    // Nothing that takes the focus lies under the bar that saves.
    <div ref={editor} className="**:scroll-mb-40">
      <p className="mx-auto flex w-fit items-center gap-2.5 rounded-full bg-accent-soft px-4 py-2 font-medium">
        <PhoneIncoming aria-hidden className="size-5 shrink-0 text-accent" />
        {t('starts')}
        <bdi dir="ltr" className="figures whitespace-nowrap">
          {showNumber(number)}
        </bdi>
      </p>
      <RuleCallers draft={draft} issues={issues} onChange={change} />
      <RuleHours draft={draft} issues={issues} onChange={change} />
      <RuleSteps
        // What was typed into them is theirs: they begin anew with each draft.
        key={`steps ${beginning}`}
        draft={draft}
        phones={phones}
        issues={issues}
        onChange={change}
      />
      <RuleUnanswered draft={shown} issues={issues} onChange={change} />
      {(usesMenus(shown) || shown.menus.length > 0) && (
        <RuleMenus key={`menus ${beginning}`} draft={shown} phones={phones} issues={issues} onChange={change} />
      )}
      {edited !== null && (
        <Saving
          number={number}
          edited={{ ...edited, draft: shown }}
          whatIsWrong={whatIsWrong}
          onChange={change}
          onSaved={(version) => edit((present) => afterSaving(present, edited, version))}
          onAnew={() => edit(begunAnew)}
        />
      )}
      <RuleTest number={number} draft={shown} phones={phones} />
    </div>
  );
}

/** The first field that is wrong has the cursor, in the middle of the window. */
function leadToWrong(editor: HTMLElement | null): void {
  const field = editor?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

interface RuleStepsProps {
  draft: RuleDraft;
  issues: RuleIssues;
  phones: NumberRuleReply['phones'];
  onChange: (part: Partial<RuleDraft>) => void;
}

/** What is done while the number is open and, where there is such a time, while it is not. */
function RuleSteps({ draft, phones, issues, onChange }: RuleStepsProps) {
  const t = numberRulesText.useText();
  const hasClosed = isClosedAtTimes(draft);
  const fields = { phones, menus: draft.menus, language: draft.voicemail.language };
  return (
    <div className={hasClosed ? 'grid grid-cols-1 items-start gap-x-4 @2xl:grid-cols-2' : undefined}>
      <RuleNode title={t('openTitle')} icon={PhoneCall} data-testid="rule-open">
        <RuleStepFields
          {...fields}
          step={draft.open}
          among={OPEN_STEPS}
          at={{ path: 'open', issues }}
          onChange={(step) => {
            if (step.do !== 'nobody') onChange({ open: step });
          }}
        />
      </RuleNode>
      {hasClosed && (
        <RuleNode title={t('closedTitle')} icon={PhoneOff} data-testid="rule-closed">
          <RuleStepFields
            {...fields}
            step={draft.closed}
            among={CLOSED_STEPS}
            at={{ path: 'closed', issues }}
            onChange={(closed) => onChange({ closed })}
          />
        </RuleNode>
      )}
    </div>
  );
}

interface SavingProps {
  number: string;
  edited: EditedRule;
  /** Checks what is to be saved, and shows what is wrong with it. */
  whatIsWrong: () => Wrong | null;
  onChange: (part: RuleChange) => void;
  /** It is saved as this version. */
  onSaved: (version: number) => void;
  /** What was changed is given up. */
  onAnew: () => void;
}

function Saving({ number, edited, whatIsWrong, onChange, onSaved, onAnew }: SavingProps) {
  const t = numberRulesText.useText();
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<(Failure & { isOld: boolean }) | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isCalling = useCallInProgress((call) => call.isRunning);
  const save = async (): Promise<void> => {
    setFailure(null);
    const wrong = whatIsWrong();
    if (wrong !== null) return setFailure({ sentence: t(wrong), isOld: false });
    setBusy(true);
    try {
      onSaved(await saveRule(number, { version: edited.version, rule: ruleOf(edited.draft) }));
      setBusy(false);
      await notify({ type: 'success', message: shared('saved') });
    } catch (error) {
      const code = error instanceof RequestError ? error.code : undefined;
      if (code === 'phone_not_yours' || code === 'greeting_not_yours') await leaveOutGone();
      setFailure({ ...failureOf(error, t('saveFailed')), isOld: code === 'rule_changed' });
      setBusy(false);
    }
  };
  /** What is gone can't be seen in its fields, so nobody could take it out; where it can't be read, the next try does it. */
  const leaveOutGone = async (): Promise<void> => {
    const own = await readPhonesAndGreetings(number).catch(() => null);
    if (own !== null) onChange((present) => ruleWithoutGone(present, own));
  };
  const readAnew = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ruleQuery(number).queryKey });
    onAnew();
  };
  return (
    <div
      className={cx(
        'sticky bottom-0 z-10 -mx-3 mt-6 grid gap-3 rounded-t-card border-t border-line bg-ground px-3 py-3',
        isCalling
          ? 'max-sm:bottom-[calc(7.75rem+1px+env(safe-area-inset-bottom))]'
          : 'max-sm:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))]',
      )}
      data-testid="rule-saving"
    >
      <UnsavedChanges />
      <FailureBox failure={failure} />
      <div className="flex flex-wrap items-center gap-3">
        {failure?.isOld === true ? (
          <Button onClick={() => void readAnew()}>{t('readAnew')}</Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void save()}>
            {isBusy ? shared('saving') : shared('save')}
          </Button>
        )}
        <Button look="plain" disabled={isBusy} onClick={onAnew}>
          {shared('cancel')}
        </Button>
        <p className="text-note text-muted">{t('unsaved')}</p>
      </div>
    </div>
  );
}
