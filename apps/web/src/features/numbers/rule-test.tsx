import { instantOf, wallClockAt } from '@farline/contracts/messages/wall-clock';
import type { Menu } from '@farline/contracts/menus/menu';
import type { IncomingOutcome, NumberRuleReply } from '@farline/contracts/numbers/number-rules';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { i18n, translateProblem } from '../../lib/language/i18n.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { numbersIn, type RuleDraft, ruleOf } from './rule-draft.ts';
import { GreetingTested } from './greetings/greeting-tested.tsx';
import { leadsToVoicemail } from '@farline/contracts/menus/leads-to-voicemail';
import { MenuTested } from './rule-menu-tested.tsx';
import { ReachedNow } from './rule-reached.tsx';
import { isInTurns, ringsInOrder } from './rule-ring-order.ts';
import { localInWords } from './rule-words.ts';

type Tested = Awaited<ReturnType<typeof ask>>;
type Phones = NumberRuleReply['phones'];
/** `of`: the call and the rule that were asked about. */
type Answer = { of: string } & ({ tested: Tested; failure?: never } | { failure: Failure; tested?: never });

/** Says what would become of a call, by the rule as it stands on the page. */
export function RuleTest({ number, draft, phones }: { number: string; draft: RuleDraft; phones: Phones }) {
  const t = numberRulesText.useText();
  const { timeZone } = draft;
  const now = () => ({ local: wallClockAt(new Date(), timeZone).local, caller: '', mayBeForged: false });
  const [tried, setTried] = useState<Tried>(now);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = JSON.stringify([tried, draft]);
  // What was said of another call, or of the rule as it was, holds no more.
  const shown = answer?.of === asked ? answer : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAnswer(null);
    try {
      setAnswer({ of: asked, tested: await ask(number, draft, tried) });
    } catch (error) {
      setAnswer({ of: asked, failure: failureOf(error, t('testFailed')) });
    }
  };
  return (
    <Card className="mt-10" aria-labelledby="rule-test" data-testid="rule-test">
      <h2 id="rule-test" className="flex items-center gap-2.5 text-lead font-semibold">
        <FlaskConical aria-hidden className="size-5 shrink-0 text-accent" />
        {t('testTitle')}
      </h2>
      <p className="mb-4 mt-1 text-muted">{t('testLead')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TriedFields tried={tried} onChange={(change) => setTried({ ...tried, ...change })} />
        <Button type="submit" look="quiet" className="justify-self-start">
          {t('test')}
        </Button>
        <div aria-live="polite" className="grid">
          <FailureBox failure={shown?.failure ?? null} />
          {shown?.tested !== undefined && (
            <Result tested={shown.tested} timeZone={timeZone} phones={phones} menus={draft.menus} />
          )}
        </div>
      </form>
    </Card>
  );
}

/** `local`: on the clocks of the rule's time zone. */
type Tried = { local: string; caller: string; mayBeForged: boolean };

function TriedFields({ tried, onChange }: { tried: Tried; onChange: (change: Partial<Tried>) => void }) {
  const t = numberRulesText.useText();
  const [day = '', time = ''] = tried.local.split('T');
  return (
    <>
      <div className="grid items-start gap-3 @xl:grid-cols-3">
        <Field
          label={t('testDay')}
          type="date"
          value={day}
          onChange={({ target }) => target.value !== '' && onChange({ local: `${target.value}T${time}` })}
        />
        <Field
          label={t('testTime')}
          type="time"
          value={time}
          onChange={({ target }) => target.value !== '' && onChange({ local: `${day}T${target.value}` })}
        />
        <Field
          label={t('testCaller')}
          hint={t('testCallerHint')}
          type="tel"
          autoComplete="off"
          value={tried.caller}
          onChange={({ target }) => onChange({ caller: target.value })}
        />
      </div>
      <Checkbox
        label={t('testForged')}
        checked={tried.mayBeForged}
        onChange={({ target }) => onChange({ mayBeForged: target.checked })}
      />
    </>
  );
}

async function ask(number: string, draft: RuleDraft, { local, caller: typed, mayBeForged }: Tried) {
  const [caller = null] = numbersIn(typed);
  const at = instantOf({ local, timeZone: draft.timeZone }) ?? new Date();
  const body = { at: at.toISOString(), caller, mayBeForged, now: true, rule: ruleOf(draft) };
  return await api('POST /numbers/{number}/rule/test', { number, body });
}

interface ResultProps {
  tested: Tested;
  timeZone: string;
  phones: Phones;
  menus: readonly Menu[];
}

function Result({ tested, timeZone, phones, menus }: ResultProps) {
  const t = numberRulesText.useText();
  const { outcome, local, dayOff, forward } = tested;
  const place = timeZone.replaceAll('_', ' ');
  return (
    <Notice kind={goesWell(tested) ? 'success' : 'warning'} title={sentenceFor(outcome)} data-testid="rule-tested">
      {outcome.is === 'rings' && <p>{whatRings(outcome, phones)}</p>}
      {outcome.is === 'rings' && <ReachedNow outcome={outcome} phones={phones} />}
      {outcome.is === 'rings' && outcome.unanswered !== 'nobody' && <p>{t(THEN[outcome.unanswered])}</p>}
      {outcome.is === 'said' && <p>{t('testedSay', { text: outcome.text })}</p>}
      {reachesVoicemail(outcome, menus) && <GreetingTested greeting={tested.greeting} />}
      {outcome.is === 'menu' && <MenuTested menu={menus.find(({ id }) => id === outcome.menu)} menus={menus} />}
      {forward !== undefined && <Forwarded outcome={outcome} forward={forward} />}
      <p className="text-muted">
        {t('testedAt', { when: localInWords(local), place })}
        {dayOff !== null && ` · ${dayOff === '' ? t('onUnnamedDayOff') : t('onDayOff', { name: dayOff })}`}
      </p>
    </Notice>
  );
}

const THEN = { voicemail: 'thenVoicemail', menu: 'thenMenu', say: 'thenSay', busy: 'thenBusy' } as const;

/** Whether the caller may come to the voicemail. */
const reachesVoicemail = (outcome: IncomingOutcome, menus: readonly Menu[]): boolean =>
  outcome.is === 'voicemail' ||
  (outcome.is === 'rings' && outcome.unanswered === 'voicemail') ||
  (outcome.is === 'menu' && leadsToVoicemail(menus));

/** It rings or goes on, and nothing of what is said of it is refused. */
const goesWell = ({ outcome, forward }: Tested): boolean =>
  outcome.is !== 'refused' && (forward === undefined || !('refusal' in forward));

/** Where the call goes on to, when, and for how much; or why it cannot. */
function Forwarded({ outcome, forward }: { outcome: IncomingOutcome; forward: NonNullable<Tested['forward']> }) {
  const t = numberRulesText.useText();
  const step = outcome.is === 'rings' ? outcome.goesOn?.then : outcome;
  if (step === undefined || !('to' in step)) return null;
  const number = showNumber(step.to);
  if ('refusal' in forward) return <p>{`${t('forwardsNowhere', { number })} ${translateProblem(forward.refusal)}`}</p>;
  const { perMinute } = forward.terms;
  const rate = formatRateShort(perMinute);
  const sentence =
    outcome.is === 'rings'
      ? t(isInTurns(outcome) ? 'forwardsAfterTurns' : 'forwardsAfter', {
          seconds: outcome.goesOn?.afterSeconds ?? 0,
          number,
          rate,
        })
      : t('forwardsAtOnce', { number, rate });
  const most = step.most === null ? null : formatPrice({ amount: step.most, currency: perMinute.currency });
  return <p>{most === null ? sentence : `${sentence} ${t('forwardsUpTo', { amount: most })}`}</p>;
}

function sentenceFor(outcome: IncomingOutcome): string {
  const t = numberRulesText.say;
  if (outcome.is === 'rings') return t(`rings_${outcome.because}`);
  if (outcome.is === 'voicemail') return t(`voicemail_${outcome.because}`);
  if (outcome.is === 'forwarded') return t(`forwarded_${outcome.because}`);
  if (outcome.is === 'menu') return t(`menu_${outcome.because}`);
  if (outcome.is === 'said') return t(`said_${outcome.because}`);
  if (outcome.because === 'do_not_disturb' && outcome.as === 'busy') return t('refused_do_not_disturb_busy');
  if (outcome.because !== 'number_closed') return t(`refused_${outcome.because}`);
  return t(outcome.as === 'busy' ? 'refused_number_closed_busy' : 'refused_number_closed_nobody');
}

function whatRings(outcome: Extract<IncomingOutcome, { is: 'rings' }>, known: Phones): string {
  const t = numberRulesText.say;
  const all = known.map(({ id }) => id);
  const rung = outcome.phones === 'all' ? { ...outcome, phones: all } : outcome;
  const labels = ringsInOrder(rung, known).map(({ label }) => label);
  if (labels.length === 0) return t('nothingRings');
  const names = labels.join(i18n.t('comma', { ns: 'shared' }));
  const { order = 'together', secondsEach: seconds = 0 } = outcome;
  return order === 'together' ? t('whatRings', { names }) : t(`whatRings_${order}`, { names, seconds });
}
