import type { Language } from '../../platform/languages.ts';
import { mailedName } from '../../platform/mailed-name.ts';
import type { Mail } from '../../platform/outgoing/mail.ts';
import { ACCOUNT_MAIL_WORDS, type AccountMailKind } from './account-mail-words.ts';
import { ADDRESS_MAIL_WORDS, type AddressMailKind } from './address-mail-words.ts';

/** Who a mail is for, and how they are written to; without a name where nobody knows whose address it is. */
export type Recipient = { to: string; firstName: string | null; language: Language };

/** What somebody can undo with nobody's help but the operator's. */
const PAST_UNDOING: ReadonlySet<AccountMailKind> = new Set(['email_changed', 'account_closed']);

/**
 * A mail about an account. `link` opens the page that it is about; `sipPhones` are those whose passwords stay as they are, `forwards` the
 * telephones that calls are still sent on to; `operator` is who runs this installation, by name.
 */
export function composeAccountMail(
  recipient: Recipient,
  mail: {
    kind: AccountMailKind;
    link: string;
    operator?: string | null;
    sipPhones?: { count: number; link: string };
    forwards?: { count: number; link: string };
  },
): Mail {
  const { [mail.kind]: words, sipPhonesStay, forwardsStay, writeAtOnce } = ACCOUNT_MAIL_WORDS[recipient.language];
  const { link, operator = null, sipPhones, forwards } = mail;
  const paragraphs = words.lines(link);
  if (PAST_UNDOING.has(mail.kind)) paragraphs.push(writeAtOnce({ link, operator }));
  if (sipPhones !== undefined && sipPhones.count > 0) paragraphs.push(sipPhonesStay(sipPhones));
  if (forwards !== undefined && forwards.count > 0) paragraphs.push(forwardsStay(forwards));
  return signed(recipient, { subject: words.subject, paragraphs });
}

/** The mail about an address that has yet to be confirmed; `code` is what the mails with a code carry. */
export function composeAddressMail(
  recipient: Recipient,
  mail: { kind: AddressMailKind; link: string; code: string },
): Mail {
  const words = ADDRESS_MAIL_WORDS[recipient.language][mail.kind];
  return signed(recipient, { subject: words.subject, paragraphs: words.lines(mail.link, mail.code) });
}

/** A mail whose words are given. */
export function composeMail(recipient: Recipient, words: { subject: string; body: string }): Mail {
  return signed(recipient, { subject: words.subject, paragraphs: [words.body] });
}

function signed({ to, firstName, language }: Recipient, mail: { subject: string; paragraphs: string[] }): Mail {
  const { hello, helloUnnamed } = ACCOUNT_MAIL_WORDS[language];
  const name = firstName === null ? null : mailedName(firstName);
  const greeting = name === null ? helloUnnamed : hello(name);
  return { to, subject: mail.subject, text: [greeting, ...mail.paragraphs, 'Farline'].join('\n\n') };
}
