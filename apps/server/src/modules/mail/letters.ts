import type { Language } from '../../platform/languages.ts';
import { mailedName } from '../../platform/mailed-name.ts';
import { ADDRESS_LETTER_WORDS, type AddressLetterKind } from './address-letter-words.ts';
import { LETTER_WORDS, type LetterKind } from './letter-words.ts';

/** A mail as it goes out: plain text, which every program shows. */
export type Mail = { to: string; subject: string; text: string };

/** Who a letter is for, and how they are written to; without a name where nobody knows whose address it is. */
export type Recipient = { to: string; firstName: string | null; language: Language };

/** The mail of a letter. `link` opens the page that the letter is about; `sipPhones` are those that it leaves as they are. */
export function composeLetter(
  recipient: Recipient,
  letter: { kind: LetterKind; link: string; sipPhones?: { count: number; link: string } },
): Mail {
  const { [letter.kind]: words, sipPhonesStay } = LETTER_WORDS[recipient.language];
  const { sipPhones } = letter;
  const paragraphs = words.lines(letter.link);
  if (sipPhones !== undefined && sipPhones.count > 0) paragraphs.push(sipPhonesStay(sipPhones));
  return signed(recipient, { subject: words.subject, paragraphs });
}

/** The mail about an address that has yet to be confirmed; `code` is what the letters with a code carry. */
export function composeAddressLetter(
  recipient: Recipient,
  letter: { kind: AddressLetterKind; link: string; code: string },
): Mail {
  const words = ADDRESS_LETTER_WORDS[recipient.language][letter.kind];
  return signed(recipient, { subject: words.subject, paragraphs: words.lines(letter.link, letter.code) });
}

/** The mail of a letter that somebody else wrote. */
export function composeNotice(recipient: Recipient, notice: { subject: string; body: string }): Mail {
  return signed(recipient, { subject: notice.subject, paragraphs: [notice.body] });
}

function signed({ to, firstName, language }: Recipient, letter: { subject: string; paragraphs: string[] }): Mail {
  const { hello, helloUnnamed } = LETTER_WORDS[language];
  const name = firstName === null ? null : mailedName(firstName);
  const greeting = name === null ? helloUnnamed : hello(name);
  return { to, subject: letter.subject, text: [greeting, ...letter.paragraphs, 'Farline'].join('\n\n') };
}
