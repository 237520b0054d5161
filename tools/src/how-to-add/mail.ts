import { addMigration, NAME } from './memos.ts';
import type { ScratchCopy } from './scratch-copy.ts';

const MAIL = 'apps/server/src/modules/mail';
const ACCOUNTS = 'apps/server/src/modules/accounts';

/** The section "A mail": one that says where the memos are. */
export function addMail(copy: ScratchCopy): void {
  copy.insert(`${MAIL}/account-mail-words.ts`, /type AccountMailKind = /, `'${NAME}' | `);
  for (const [language, [subject, line]] of Object.entries(WORDS)) {
    const words = `\n    ${NAME}: { subject: '${subject}', lines: (link) => ['${line}', link] },`;
    copy.insert(`${MAIL}/account-mail-words.ts`, new RegExp(`\\n {2}${language}: \\{`), words);
  }
  addMigration(copy, `accounts_${NAME}`, kindsWith(copy, NAME));
  copy.insert(`${ACCOUNTS}/mail-queue/mail-bounds.ts`, /account_closed: 3,/, `\n  ${NAME}: 3,`);
  copy.insert(`${ACCOUNTS}/send-due-mails.ts`, /\n(?= {4}case 'email_changed':)/, CASE);
  copy.insert(`${MAIL}/compose-mail.test.ts`, /KINDS: AccountMailKind\[\] = \[/, `'${NAME}', `);
  copy.write(`${ACCOUNTS}/mail-queue/${NAME}-mail.db.test.ts`, TEST);
}

/** The last migration that says which mails there are, with one more. */
function kindsWith(copy: ScratchCopy, kind: string): string {
  const folder = 'apps/server/migrations';
  const constraints = copy
    .list(folder)
    .filter((name) => /^\d.*\.sql$/.test(name))
    .toSorted()
    .flatMap((name) => copy.read(`${folder}/${name}`).match(/add constraint letter_kind_check[^;]*;/) ?? []);
  const last = constraints.at(-1) ?? '';
  return `-- An account is told where its memos are.
alter table accounts.letter drop constraint letter_kind_check;
alter table accounts.letter ${last.replace("'notice'", `'notice', '${kind}'`)}
`;
}

const WORDS = {
  en: ['Your memos', 'They are here:'],
  es: ['Sus notas', 'Están aquí:'],
  fr: ['Vos notes', 'Elles sont ici\u202F:'],
  pt: ['As suas notas', 'Estão aqui:'],
  ar: ['ملاحظاتك', 'تجدها هنا:'],
  zh: ['您的备忘', '在这里：'],
};

const CASE = `    case '${NAME}':
      return composeAccountMail(to(recipient), { kind, link: \`\${publicUrl}/${NAME}\` });
`;

const TEST = `import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { authServer } from '../../../testing/accounts/auth-server.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { queueAccountMail } from './mail-queue-store.ts';

const { database } = await testDatabase();
const server = await authServer(database);

test('who wants it is mailed where the memos are', async () => {
  const { email, userId } = await server.aCustomer();
  const mail = { kind: '${NAME}' as const, userId, recipient: email, at: server.clock.now() };
  await inTransaction(database, async (tx) => await queueAccountMail(tx, mail));

  await server.runTick('send mails');
  const sent = server.mails.filter(({ subject }) => subject === 'Your memos');
  expect(sent).toMatchObject([{ to: email }]);
  expect(sent[0]?.text).toContain('/${NAME}');
});
`;
