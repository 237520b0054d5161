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
    case 'password_changed':
    case 'email_changed':
      return null;
  }
}
