import { sentenceOf, type Told } from './notice.ts';
import type { Wishes } from './wishes.ts';

export type NoticeMail = { subject: string; body: string };

/** The mail of a notice; null where the user wants none, or where the account has written its own already. */
export function mailOf(told: Told, wishes: Wishes, publicUrl: string): NoticeMail | null {
  const body = (next: string) => `${sentenceOf(told)}\n\n${next}`;
  switch (told.kind) {
    case 'low_balance':
      return wishes.mailsLowBalance
        ? { subject: 'Your Farline balance is low', body: body(`Your balance: ${publicUrl}/billing`) }
        : null;
    case 'call_out_of_credit':
    case 'call_cut_off':
      return wishes.mailsCalls
        ? {
            subject: 'A call ended for want of credit',
            body: body(`The call: ${publicUrl}/calls/${told.facts.callId}`),
          }
        : null;
    case 'new_device': {
      const next = `If that was not you, choose a new password at once, and sign that device out: ${publicUrl}/settings`;
      return wishes.mailsNewDevice ? { subject: 'A new sign-in to your Farline account', body: body(next) } : null;
    }
    case 'call_stopped_by_limit':
      return wishes.mailsCalls
        ? {
            subject: 'A call was stopped by a limit of your account',
            body: body(`If you want such calls, change the limit: ${publicUrl}/settings/limits`),
          }
        : null;
    case 'payment_failed':
      return wishes.mailsPayments
        ? { subject: 'A payment to Farline failed', body: body(`Your payments: ${publicUrl}/billing`) }
        : null;
    case 'auto_top_up_done':
      return wishes.mailsPayments
        ? { subject: 'Your Farline balance was topped up', body: body(`Your balance: ${publicUrl}/billing`) }
        : null;
    case 'auto_top_up_stopped':
      return wishes.mailsPayments
        ? { subject: 'Automatic top-up stopped', body: body(`Automatic top-up: ${publicUrl}/billing`) }
        : null;
    case 'payment_disputed':
    case 'dispute_closed':
    case 'refund_failed':
    case 'payment_method_expires':
      return wishes.mailsPayments
        ? { subject: PAYMENT_SUBJECTS[told.kind], body: body(`Your payments: ${publicUrl}/billing`) }
        : null;
    case 'plan_renewed':
    case 'plan_renewal_failed':
    case 'plan_ended':
      return wishes.mailsPlan
        ? { subject: PLAN_SUBJECTS[told.kind], body: body(`Your plan: ${publicUrl}/billing`) }
        : null;
    case 'unusual_spending': {
      const next = `If that was not you, choose a new password at once: ${publicUrl}/settings/security. What may be spent: ${publicUrl}/settings/limits`;
      return wishes.mailsUnusual ? { subject: 'Unusual spending on your Farline account', body: body(next) } : null;
    }
    case 'password_changed':
    case 'email_changed':
      return null;
  }
}

const PAYMENT_SUBJECTS = {
  payment_disputed: 'Your bank took back a payment to Farline',
  dispute_closed: 'Your bank decided about a payment to Farline',
  refund_failed: 'A refund could not be made',
  payment_method_expires: 'A card that you keep at Farline expires',
};

const PLAN_SUBJECTS = {
  plan_renewed: 'Your Farline plan was renewed',
  plan_renewal_failed: 'Your Farline plan could not be renewed',
  plan_ended: 'Your Farline plan ended',
};
