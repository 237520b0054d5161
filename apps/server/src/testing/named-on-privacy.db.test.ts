import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from './test-database.ts';

const { database } = await testDatabase();

/** What a column that says something of a person may be called. */
const SAYS_SOMETHING =
  '^(address|user_agent|email|phone|phone_e164|first_name|last_name|(card_)?(brand|last_four)|expires_on|tax_id|secret|ha1|public_key|password_hash|bytes|endpoint|device|place|recipient)$';

/** Each of them, and the words of /privacy that say so; null: it is soon deleted by itself, a place in an order, or a key of ours. */
const NAMED: Record<string, string | null> = {
  'accounts.email_confirmation.email': 'your email address',
  'accounts.factor.public_key': 'your passkeys',
  'accounts.factor.secret': 'the secret of your authenticator app',
  'accounts.letter.recipient': 'your email address',
  'accounts.picture.bytes': 'a picture',
  'accounts.session.address': 'your network address',
  'accounts.session.user_agent': 'what your browser calls itself',
  'accounts.sign_in_ticket.place': null,
  'accounts.sign_in_ticket.user_agent': null,
  'accounts.sip_phone.ha1': 'what the passwords of your SIP phones are checked with',
  'accounts.sip_phone_push.endpoint': 'SIP apps at their push services',
  'accounts.trial.device': 'Hashes of the address, the browser and the card',
  'accounts.user.email': 'your email address',
  'accounts.user.first_name': 'Your name',
  'accounts.user.last_name': 'Your name',
  'accounts.user.password_hash': 'Your password only as a hash',
  'accounts.user.phone': 'your phone number',
  'accounts.user.phone_e164': 'your phone number',
  'audit.event.address': 'The address is also kept with important changes to your account',
  'billing.buyer.address': 'the address and tax number you gave',
  'billing.buyer.tax_id': 'the address and tax number you gave',
  'billing.payment.card_brand': 'the brand, the last four digits',
  'billing.payment.card_last_four': 'the brand, the last four digits',
  'billing.payment_method.brand': 'the brand, the last four digits',
  'billing.payment_method.expires_on': 'the expiry date',
  'billing.payment_method.last_four': 'the brand, the last four digits',
  'billing.receipt_key.public_key': null,
  'billing.statement_line.place': null,
  'calls.guest_call.place': null,
  'calls.leg.place': null,
  'contacts.number.place': null,
  'mail.captured.recipient': 'your email address',
  'messages.received_part.recipient': 'who they were with',
  'push.key.public_key': null,
  'push.subscription.endpoint': 'the addresses of your browsers',
  'push.subscription.user_agent': 'what your browser calls itself',
};

test('whatever the database keeps of a person has its words on /privacy', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') and column_name ~ ${SAYS_SOMETHING}
      and table_name !~ '^leg_'`.execute(database);
  const privacy = await readFile(new URL('../../../web/src/texts/legal.ts', import.meta.url), 'utf8');

  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(NAMED));
  for (const words of Object.values(NAMED)) expect(privacy).toContain(words ?? '');
});
