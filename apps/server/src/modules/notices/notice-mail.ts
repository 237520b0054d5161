import { mailedName } from '../../platform/mailed-name.ts';
import { type MailKey, say } from '../mail/index.ts';
import { NAMING_SOMEBODY, type Told } from './notice.ts';
import { moneyIn, type Reader, sentenceIn } from './notice-sentence.ts';
import type { StoredNoticeSettings } from './notice-settings.ts';

/** Any other sender has a name of their own choice. */
const E164 = /^\+[1-9][0-9]{1,14}$/;

/**
 * With the sound of a voicemail, where it tells of one. `namesSomebody`: it goes when the account is closed; `isWarning`: nothing that others
 * cause keeps it from going out.
 */
export type NoticeMail = {
  subject: string;
  body: string;
  voicemailId?: string;
  namesSomebody: boolean;
  isWarning?: boolean;
};

/** What somebody else may have done in the account. */
const WARNINGS: ReadonlySet<Told['kind']> = new Set(['new_device', 'new_sip_phone', 'new_forward', 'unusual_spending']);

/** The mail of a notice in its user's language; null where they want none, or the account has written its own already. */
export function mailOf(
  told: Told,
  settings: StoredNoticeSettings,
  to: Reader & { publicUrl: string; isClosed: boolean },
): NoticeMail | null {
  const mail = mailWords(told, settings, to.publicUrl);
  if (mail === null) return null;
  const { language } = to;
  const next = to.isClosed ? nextOfClosed(told, to) : [say(language, mail.next, mail.links)];
  const body = [sentenceIn(to, mailed(told)), ...next].join('\n\n');
  const sound = told.kind === 'voicemail_received' ? { voicemailId: told.facts.voicemailId } : {};
  const warning = WARNINGS.has(told.kind) ? { isWarning: true } : {};
  const namesSomebody = NAMING_SOMEBODY.includes(told.kind);
  return { subject: say(language, mail.subject), body, ...sound, namesSomebody, ...warning };
}

/** No page can be opened of an account that is closed: who gives back what is left in its balance is told instead. */
function nextOfClosed(told: Told, { language, publicUrl }: Reader & { publicUrl: string }): string[] {
  const isInBalance = told.kind === 'refund_failed' || (told.kind === 'dispute_closed' && told.facts.outcome === 'won');
  if (!isInBalance) return [];
  const { amount, left = amount } = told.facts;
  return Number(left.amount) === 0
    ? []
    : [say(language, 'next_closed', { link: publicUrl, amount: moneyIn(language, left) })];
}

/** The same with what somebody named themselves as a mail may name it. */
export function mailed(told: Told): Told {
  const nameOf = (name: string) => mailedName(name) ?? '…';
  if (told.kind === 'new_sip_phone') return { ...told, facts: { ...told.facts, name: nameOf(told.facts.name) } };
  if (told.kind === 'message_received' && !E164.test(told.facts.peer)) {
    return { ...told, facts: { ...told.facts, peer: nameOf(told.facts.peer) } };
  }
  if (told.kind === 'keyword_unanswered' && !E164.test(told.facts.peer)) {
    return { ...told, facts: { ...told.facts, peer: nameOf(told.facts.peer) } };
  }
  if (told.kind === 'broadcast_paused') return { ...told, facts: { ...told.facts, name: nameOf(told.facts.name) } };
  if (told.kind === 'broadcast_completed') return { ...told, facts: { ...told.facts, name: nameOf(told.facts.name) } };
  if (told.kind === 'new_device') return { ...told, facts: { ...told.facts, device: nameOf(told.facts.device) } };
  return told;
}

type Words = { subject: MailKey; next: MailKey; links: { link: string; limits?: string } };

const when = (isWanted: boolean, words: Words): Words | null => (isWanted ? words : null);

function mailWords(told: Told, settings: StoredNoticeSettings, publicUrl: string): Words | null {
  const link = (path: string) => ({ link: `${publicUrl}${path}` });
  const [billing, numbers] = [link('/billing'), link('/numbers')];
  if (isAlwaysMailed(told)) return accessWords(told, publicUrl);
  switch (told.kind) {
    case 'low_balance':
      return when(settings.mailsLowBalance, { subject: 'subject_low_balance', next: 'next_balance', links: billing });
    case 'call_out_of_credit':
    case 'call_cut_off':
      return when(settings.mailsCalls, creditWords(link(`/calls/${told.facts.callId}`)));
    case 'call_missed':
      return when(settings.mailsMissedCalls, missedWords(link(`/calls/${told.facts.callId}`)));
    case 'voicemail_received':
      return when(settings.mailsVoicemail, voicemailWords(link(voicemailPath(told.facts.voicemailId))));
    case 'password_changed':
    case 'email_changed':
    case 'message_received':
      // It has a mail of its own, or stands in the app. Messages that came in are gathered, and mailed later if they are unread then.
      return null;
    case 'broadcast_paused':
    case 'broadcast_completed':
    case 'scheduled_message_failed':
    case 'keyword_unanswered':
      return when(settings.mailsMessages, sendingWords(told, publicUrl));
    case 'new_device':
      return when(settings.mailsNewDevice, deviceWords(link('/settings')));
    case 'call_stopped_by_limit': {
      const links = link('/settings/limits');
      return when(settings.mailsCalls, { subject: 'subject_call_stopped_by_limit', next: 'next_limit', links });
    }
    case 'auto_top_up_done':
    case 'auto_top_up_stopped': {
      const next = told.kind === 'auto_top_up_done' ? 'next_balance' : 'next_auto_top_up';
      return when(settings.mailsPayments, { subject: `subject_${told.kind}`, next, links: billing });
    }
    case 'payment_failed':
    case 'payment_disputed':
    case 'dispute_closed':
    case 'refund_failed':
    case 'payment_method_expires':
      return when(settings.mailsPayments, { subject: `subject_${told.kind}`, next: 'next_payments', links: billing });
    case 'plan_renewed':
    case 'plan_renewal_failed':
    case 'plan_ended':
      return when(settings.mailsPlan, { subject: `subject_${told.kind}`, next: 'next_plan', links: billing });
    case 'number_due':
    case 'number_renewal_failed':
    case 'number_ended':
    case 'number_order_failed':
    case 'verified_number_expires':
    case 'verified_number_ended':
      return when(settings.mailsPlan, { subject: `subject_${told.kind}`, next: 'next_numbers', links: numbers });
    case 'unusual_spending': {
      const links = { link: `${publicUrl}/settings/security`, limits: `${publicUrl}/settings/limits` };
      return when(settings.mailsUnusual, { subject: 'subject_unusual_spending', next: 'next_unusual', links });
    }
  }
}

type AccessGiven = Extract<Told, { kind: 'new_sip_phone' | 'new_forward' }>;

/** Whoever did it in somebody's name could have switched a mail off first. */
const isAlwaysMailed = (told: Told): told is AccessGiven =>
  told.kind === 'new_sip_phone' || told.kind === 'new_forward';

/** Of what goes on as it is after a new password. */
function accessWords(told: AccessGiven, publicUrl: string): Words {
  if (told.kind === 'new_sip_phone') {
    const links = { link: `${publicUrl}/settings/phones` };
    return { subject: 'subject_new_sip_phone', next: 'next_sip_phone', links };
  }
  const links = { link: `${publicUrl}/numbers/${encodeURIComponent(told.facts.number)}/rule` };
  return { subject: 'subject_new_forward', next: 'next_forward', links };
}

const creditWords = (links: { link: string }): Words => ({
  subject: 'subject_call_out_of_credit',
  next: 'next_call',
  links,
});

const deviceWords = (links: { link: string }): Words => ({
  subject: 'subject_new_device',
  next: 'next_device',
  links,
});

const voicemailWords = (links: { link: string }): Words => ({
  subject: 'subject_voicemail_received',
  next: 'next_voicemail',
  links,
});

/** Where the page shows one voicemail. */
export const voicemailPath = (voicemailId: string): string => `/messages/voicemail/${voicemailId}`;

const missedWords = (links: { link: string }): Words => ({
  subject: 'subject_call_missed',
  next: 'next_call_missed',
  links,
});

/** Of what was to be sent later, to many or by itself: it happens when nobody looks. */
function sendingWords(
  told: Extract<
    Told,
    { kind: 'broadcast_paused' | 'broadcast_completed' | 'scheduled_message_failed' | 'keyword_unanswered' }
  >,
  publicUrl: string,
): Words {
  const subject = `subject_${told.kind}` as const;
  if (told.kind === 'scheduled_message_failed' || told.kind === 'keyword_unanswered') {
    const links = { link: `${publicUrl}/messages/${encodeURIComponent(told.facts.peer)}` };
    return { subject, next: 'next_conversation', links };
  }
  const links = { link: `${publicUrl}/messages/broadcasts/${told.facts.broadcastId}` };
  return { subject, next: 'next_broadcast', links };
}
