/** A mail as it goes out: plain text, which every program shows. */
export type Mail = { to: string; subject: string; text: string };

/** A letter of these kinds is composed when it is sent. */
export type LetterKind = 'password_reset' | 'password_changed' | 'email_changed' | 'account_closed';

/** The mail of a letter. `link` opens the page that the letter is about. */
export function composeLetter(letter: { kind: LetterKind; to: string; firstName: string; link: string }): Mail {
  const { to, link } = letter;
  const { subject, lines } = words[letter.kind];
  return signed({ to, firstName: letter.firstName, subject, paragraphs: lines(link) });
}

/** The mail of a letter that somebody else wrote. */
export function composeNotice(letter: { to: string; firstName: string; subject: string; body: string }): Mail {
  const { to, firstName, subject, body } = letter;
  return signed({ to, firstName, subject, paragraphs: [body] });
}

function signed(letter: { to: string; firstName: string; subject: string; paragraphs: string[] }): Mail {
  const { to, firstName, subject, paragraphs } = letter;
  return { to, subject, text: [`Hello ${firstName},`, ...paragraphs, 'Farline'].join('\n\n') };
}

const words: Record<LetterKind, { subject: string; lines: (link: string) => string[] }> = {
  password_reset: {
    subject: 'Choose a new password for Farline',
    lines: (link) => [
      'You asked to choose a new password. This link works once, within one hour:',
      link,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  },
  password_changed: {
    subject: 'Your Farline password was changed',
    lines: (link) => [
      'The password of your account was changed, and every other browser was signed out.',
      `If that was not you, choose a new password at once: ${link}`,
    ],
  },
  email_changed: {
    subject: 'Your Farline email address was changed',
    lines: (link) => [
      'Your account now signs in with another email address. This one receives nothing more about it.',
      `If that was not you, write to whoever runs ${link} at once.`,
    ],
  },
  account_closed: {
    subject: 'Your Farline account was closed',
    lines: (link) => [
      'Your account was closed, and every browser was signed out. It receives nothing more.',
      `If that was not you, write to whoever runs ${link} at once.`,
    ],
  },
};
