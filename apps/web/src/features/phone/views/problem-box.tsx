import { ECHO_TEST } from '@farline/contracts/service-numbers';
import { Link } from 'react-router';
import { openingPath } from '../../../lib/calls/limit-path.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { placeCall } from '../call-control.ts';
import { type ProblemKind, sentenceOfProblem } from '../line/phone-problem.ts';
import type { RefusedCall } from '../phone-state.ts';
import { closePhone, tellPhone } from '../phone-store.ts';

/** Refusals whose sentence from the server says all there is to say. */
const TOLD_BY_SERVER = new Set<ProblemKind>([
  'email_unconfirmed',
  'number_refused',
  'number_emergency',
  'destination_closed',
]);

/** What stands in the way of a call: one plain sentence, what is safe, and the way out. */
export function ProblemBox({ refused, isDismissable }: { refused: RefusedCall; isDismissable: boolean }) {
  const t = phoneText.useText();
  const { number, problem } = refused;
  const { kind, serverSentence } = problem;
  return (
    <Notice
      kind={kind === 'number_refused' ? 'warning' : 'error'}
      title={sentenceOfProblem(problem)}
      className="mt-2 text-note"
      action={<WayOut kind={kind} number={number} isDismissable={isDismissable} />}
      data-testid="phone-problem"
    >
      {serverSentence === null || !TOLD_BY_SERVER.has(kind) ? t(`way_${kind}`) : null}
    </Notice>
  );
}

function WayOut({ kind, number, isDismissable }: { kind: ProblemKind; number: string; isDismissable: boolean }) {
  const t = phoneText.useText();
  switch (kind) {
    case 'out_of_credit':
      return (
        <>
          <Button asChild size="small">
            <Link to="/billing">{t('addFunds')}</Link>
          </Button>
          <CallEcho />
        </>
      );
    case 'email_unconfirmed':
      return (
        <>
          <TypeCode />
          <CallEcho />
        </>
      );
    case 'destination_closed':
      return (
        <Button asChild size="small">
          <Link to={openingPath(number)}>{t('openIt')}</Link>
        </Button>
      );
    case 'limit':
      return (
        <Button asChild size="small">
          <Link to="/settings/limits">{t('seeLimits')}</Link>
        </Button>
      );
    case 'number_refused':
    case 'number_emergency':
    case 'price_changed': // The button below calls at the new one.
    case 'other_tab':
      return isDismissable ? (
        <Button size="small" look="quiet" onClick={() => tellPhone({ type: 'cleared' })}>
          {t('dismiss')}
        </Button>
      ) : undefined;
    case 'signed_out':
      return (
        <Button asChild size="small">
          <Link to="/login">{t('signIn')}</Link>
        </Button>
      );
    case 'insecure_origin':
      return (
        <Button asChild size="small">
          <a href={localhostAddress()}>{t('openLocalhost')}</a>
        </Button>
      );
    case 'microphone_refused':
    case 'no_microphone':
    case 'microphone_busy':
    case 'no_network':
    case 'engine_unavailable':
    case 'busy':
    case 'too_many_calls':
    case 'no_sound':
    case 'sound_lost':
    case 'failed':
      return number === '' ? undefined : <TryAgain number={number} />;
  }
}

/** The echo test is free, and needs no confirmed address. */
function CallEcho() {
  return (
    <Button size="small" look="quiet" onClick={() => void placeCall(ECHO_TEST)}>
      {phoneText.useText()('callEcho')}
    </Button>
  );
}

function TryAgain({ number }: { number: string }) {
  return (
    <Button size="small" onClick={() => void placeCall(number)}>
      {phoneText.useText()('tryAgain')}
    </Button>
  );
}

/** The same page by the name that browsers trust on this machine. */
function localhostAddress(): string {
  const address = new URL(location.href);
  address.hostname = 'localhost';
  return address.href;
}

function TypeCode() {
  const t = phoneText.useText();
  return (
    <Button asChild size="small">
      <Link to="/dashboard#code" onClick={closePhone}>
        {t('typeCode')}
      </Link>
    </Button>
  );
}
