import { expect, test } from 'vitest';
import { LANGUAGES } from '../../platform/languages.ts';
import type { AccountMailKind } from './account-mail-words.ts';
import type { AddressMailKind } from './address-mail-words.ts';
import { composeAccountMail, composeAddressMail } from './compose-mail.ts';

const KINDS: AccountMailKind[] = ['password_reset', 'password_changed', 'email_changed', 'account_closed'];
const LINK = 'https://farline.test/link';
const write = (kind: AccountMailKind, language: (typeof LANGUAGES)[number], firstName = 'Ada') =>
  composeAccountMail({ to: 'ada@example.com', firstName, language }, { kind, link: LINK });

test.each(KINDS)('a mail of the kind %s greets, carries its link once, and is another in each language', (kind) => {
  const mails = LANGUAGES.map((language) => write(kind, language));

  for (const { subject, text } of mails) {
    expect(subject).not.toBe('');
    expect(text.split('\n')[0]).toContain('Ada');
    expect(text.split(LINK)).toHaveLength(2);
  }
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LANGUAGES.length);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(LANGUAGES.length);
});

test.each(LANGUAGES)(
  'who has lost an account or its address reads in %s whom to write to, by name where it is known',
  (language) => {
    const to = { to: 'ada@example.com', firstName: 'Ada', language };
    for (const kind of ['email_changed', 'account_closed'] as const) {
      const named = composeAccountMail(to, { kind, link: LINK, operator: 'Calls GmbH' }).text;
      const unnamed = composeAccountMail(to, { kind, link: LINK, operator: null }).text;
      expect(named).toContain('Calls GmbH');
      expect(named.split(LINK)).toHaveLength(2);
      expect(unnamed).not.toMatch(/null|undefined/);
      expect(unnamed).not.toBe(named);
    }
  },
);

test.each<AddressMailKind>(['confirm_email', 'confirm_new_email'])(
  'a mail of the kind %s carries its code and its link once, and is another in each language',
  (kind) => {
    const mails = LANGUAGES.map((language) =>
      composeAddressMail({ to: 'ada@example.com', firstName: null, language }, { kind, link: LINK, code: '012345' }),
    );

    for (const { text } of mails) {
      expect(text.match(/\b\d{6}\b/g)).toEqual(['012345']);
      expect(text.split(LINK)).toHaveLength(2);
    }
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LANGUAGES.length);
    expect(new Set(mails.map(({ text }) => text)).size).toBe(LANGUAGES.length);
  },
);

test.each(LANGUAGES)('whoever is about to lose an address reads in %s how to stop it', (language) => {
  const mail = { kind: 'email_change_asked', link: LINK, code: '' } as const;

  expect(composeAddressMail({ to: 'ada@example.com', firstName: 'Ada', language }, mail).text).toContain(LINK);
});

test.each(LANGUAGES)('the phones that go on are counted in %s, with where to remove them', (language) => {
  const sipPhones = { count: 7, link: 'https://farline.test/phones' };
  const { text } = composeAccountMail(
    { to: 'ada@example.com', firstName: 'Ada', language },
    { kind: 'password_changed', link: LINK, sipPhones },
  );

  expect(text).toMatch(/SIP.*7.*https:\/\/farline\.test\/phones/);
});

test.each(LANGUAGES)(
  'the telephones that calls are sent on to are counted in %s, with where to remove them',
  (language) => {
    const write = (count: number) =>
      composeAccountMail(
        { to: 'ada@example.com', firstName: 'Ada', language },
        { kind: 'password_changed', link: LINK, forwards: { count, link: 'https://farline.test/numbers' } },
      ).text;

    expect(write(3)).toMatch(/3.*https:\/\/farline\.test\/numbers/);
    expect(write(0)).not.toContain('https://farline.test/numbers');
  },
);

test.each([
  'Ada,\n\nYour account is locked: https://evil.example',
  'https://evil.example',
  'evil.example',
  'www．evil．example',
  'ada@evil.example',
  'Call us: now',
  'Ada\u2028Your account is locked',
  'Ada\u202e',
])('a name that may lead somewhere else, such as %j, is no part of a greeting', (firstName) => {
  for (const language of LANGUAGES) {
    const { text } = write('password_reset', language, firstName);

    expect(text).not.toContain(firstName);
    expect(text).not.toMatch(/evil|locked/);
    expect(text.split('\n')[0]).not.toMatch(/\s[,:،]?$|undefined/);
  }
  expect(write('password_reset', 'en', firstName).text).toMatch(/^Hello,\n/);
});

test.each(['Jr. Ada', 'J. R.', 'José', 'محمد'])('%s is greeted by name', (firstName) => {
  expect(write('password_reset', 'en', firstName).text).toMatch(`Hello ${firstName},\n`);
});
