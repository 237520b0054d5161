import type { NumberRuleReply } from '@farline/contracts/number-rules';
import { PhoneCall, PhoneIncoming, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { RequestError } from '../../lib/api/http.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { numberRulesText } from '../../texts/number-rules.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { RuleCallers } from './rule-callers.tsx';
import { draftOf, isClosedAtTimes, type RuleDraft, ruleOf, withShownOf } from './rule-draft.ts';
import { RuleHours } from './rule-hours.tsx';
import { RuleNode } from './rule-node.tsx';
import { ruleQuery, saveRule } from './rule-query.ts';
import { CLOSED_STEPS, OPEN_STEPS, RuleStepFields } from './rule-step.tsx';
import { RuleTest } from './rule-test.tsx';
import { RuleUnanswered } from './rule-unanswered.tsx';

/** A draft belongs to the version that it was made of: what somebody else saves meanwhile is not overwritten. */
type Edited = { version: number; draft: RuleDraft };

/** What happens when a number is called, from top to bottom: edited in place, saved at once, and tried. */
export function RuleEditor({ saved }: { saved: NumberRuleReply }) {
  const t = numberRulesText.useText();
  const [edited, edit] = useState<Edited | null>(null);
  const [turn, setTurn] = useState(0);
  const [now] = useState(() => new Date());
  const { number, phones } = saved;
  const draft = edited?.draft ?? draftOf(saved.rule, now);
  const change = (part: Partial<RuleDraft>): void =>
    edit({ version: edited?.version ?? saved.version, draft: { ...draft, ...part } });
  const hasClosed = isClosedAtTimes(draft);
  const shown = withShownOf(draft, saved.rule);
  const startAnew = (): void => {
    edit(null);
    setTurn(turn + 1);
  };
  return (
    <>
      <p className="mx-auto flex w-fit items-center gap-2.5 rounded-full bg-accent-soft px-4 py-2 font-medium">
        <PhoneIncoming aria-hidden className="size-5 shrink-0 text-accent" />
        {t('starts')}
        <bdi dir="ltr" className="figures whitespace-nowrap">
          {showNumber(number)}
        </bdi>
      </p>
      <RuleCallers draft={draft} onChange={change} />
      <RuleHours draft={draft} onChange={change} />
      <div className={hasClosed ? 'grid items-start gap-x-4 @2xl:grid-cols-2' : undefined}>
        <RuleNode title={t('openTitle')} icon={PhoneCall} data-testid="rule-open">
          <RuleStepFields
            // What was typed into them is theirs: they begin anew with each draft.
            key={turn}
            step={draft.open}
            among={OPEN_STEPS}
            phones={phones}
            onChange={(step) => {
              if (step.do === 'ring' || step.do === 'forward') change({ open: step });
            }}
          />
        </RuleNode>
        {hasClosed && (
          <RuleNode title={t('closedTitle')} icon={PhoneOff} data-testid="rule-closed">
            <RuleStepFields
              key={turn}
              step={draft.closed}
              among={CLOSED_STEPS}
              phones={phones}
              onChange={(closed) => change({ closed })}
            />
          </RuleNode>
        )}
      </div>
      <RuleUnanswered draft={shown} onChange={change} />
      {edited !== null && <Saving number={number} edited={{ ...edited, draft: shown }} onDone={startAnew} />}
      <RuleTest number={number} draft={shown} phones={phones} />
    </>
  );
}

function Saving({ number, edited, onDone }: { number: string; edited: Edited; onDone: () => void }) {
  const t = numberRulesText.useText();
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<(Failure & { isOld: boolean }) | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await saveRule(number, { version: edited.version, rule: ruleOf(edited.draft) });
      onDone();
      await notify({ type: 'success', message: shared('saved') });
    } catch (error) {
      const isOld = error instanceof RequestError && error.status === 409;
      setFailure({ ...failureOf(error, t('saveFailed')), isOld });
      setBusy(false);
    }
  };
  const readAnew = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ruleQuery(number).queryKey });
    onDone();
  };
  return (
    <div className="mt-6 grid gap-3" data-testid="rule-saving">
      <FailureBox failure={failure} />
      <div className="flex flex-wrap items-center gap-3">
        {failure?.isOld === true ? (
          <Button onClick={() => void readAnew()}>{t('readAnew')}</Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void save()}>
            {isBusy ? shared('saving') : shared('save')}
          </Button>
        )}
        <Button look="plain" disabled={isBusy} onClick={onDone}>
          {shared('cancel')}
        </Button>
        <p className="text-note text-muted">{t('unsaved')}</p>
      </div>
    </div>
  );
}
