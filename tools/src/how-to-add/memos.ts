import { createHash } from 'node:crypto';
import type { ScratchCopy } from './scratch-copy.ts';

/** The name of what is added: notes that an account writes to itself. */
export const NAME = 'memos';

const MODULE = 'apps/server/src/modules/memos';
const WEB = 'apps/web/src';

/** The section "A module with a table, a route and an event". */
export function addModule(copy: ScratchCopy): void {
  addMigration(copy, NAME, TABLE);

  copy.write('packages/contracts/src/memos.ts', SCHEMAS);
  copy.insert('packages/contracts/src/index.ts', /^/, "export * from './memos.ts';\n");
  copy.write('packages/contracts/src/routes/memos.ts', DESCRIPTIONS);
  copy.insert('packages/contracts/src/routes/index.ts', /^/, "export * from './memos.ts';\n");
  copy.insert('packages/contracts/src/refusals.ts', /REFUSAL_STATUSES = \{/, '\n  too_many_memos: 409,');
  copy.insert('packages/contracts/src/events.ts', /\n {2}'limits\.changed': nothing,/, "\n  'memo.added': nothing,");
  copy.insert('packages/contracts/src/live.ts', /type: z\.literal\('limits\.changed'\) \}\),/, LIVE_EVENT);
  copy.insert(`${WEB}/lib/live/live-push.ts`, /'contacts\.changed': true,/, "\n  'memo.added': true,");
  copy.insert(`${WEB}/app/apply-live-event.ts`, /case 'contacts\.changed':\n.*return.*;/, LIVE_CASE);

  copy.write(`${MODULE}/memos-store.ts`, STORE);
  copy.write(`${MODULE}/routes.ts`, ROUTES);
  copy.write(`${MODULE}/index.ts`, INDEX);
  copy.insert('apps/server/src/app.ts', /^/, "import { createMemos } from './modules/memos/index.ts';\n");
  copy.insert('apps/server/src/app.ts', /const modules: ServerModule\[\] = \[/, '\n    createMemos(base),');
  copy.insert('tools/arrows.json', /"modules": \{/, '\n    "memos": [],');
  copy.insert('tools/arrows.json', /"passed": \{/, '\n    "memos": ["accounts"],');
  const arrow = '\n    "memo.added": { "from": ["memos"], "to": ["memos"] },';
  copy.insert('tools/arrows.json', /"events": \{/, arrow);
  copy.write(`${MODULE}/memos.db.test.ts`, SERVER_TEST);
  copy.insert('ARCHITECTURE.md', /\n {4}modules\/ +/, 'memos  ');
}

/** The section "A page". */
export function addPage(copy: ScratchCopy): void {
  copy.write(`${WEB}/texts/memos.ts`, TEXTS);
  copy.insert(`${WEB}/texts/shell.ts`, /contacts: '.*',/, "\n  memos: 'Memos',");
  for (const [language, [title, none, full]] of Object.entries(TRANSLATIONS)) {
    const folder = `${WEB}/texts/${language}`;
    copy.write(`${folder}/memos.ts`, `export const memos = {\n  title: '${title}',\n  none: '${none}',\n};\n`);
    copy.insert(`${folder}/problems.ts`, /problems = \{/, `\n  too_many_memos: '${full}',`);
    copy.insert(`${folder}/index.ts`, /^/, "import { memos } from './memos.ts';\n");
    copy.insert(`${folder}/index.ts`, /\n {2}limits,/, '\n  memos,');
    copy.insert(`${folder}/shell.ts`, /contacts: '.*',/, `\n  memos: '${title}',`);
  }
  copy.write(`${WEB}/features/memos/memo-list.tsx`, FEATURE);
  copy.write(`${WEB}/pages/memos.tsx`, PAGE);
  const app = `${WEB}/app/routes.tsx`;
  copy.insert(app, /const Contacts = .*/, "\nconst Memos = page(() => import('../pages/memos.tsx'));");
  copy.insert(app, /<Route path="\/contacts" .*/, '\n          <Route path="/memos" element={<Memos />} />');
  const ways = `${WEB}/app/ways-around.ts`;
  copy.insert(ways, /\{ to: '\/contacts'.*/, "\n  { to: '/memos', word: 'memos', icon: NotebookPen },");
  copy.insert(ways, /^/, "import { NotebookPen } from 'lucide-react';\n");
  copy.write('apps/web/tests/memos.browser.test.ts', BROWSER_TEST);
}

/** A migration with the next number, and its line among the checksums. */
export function addMigration(copy: ScratchCopy, name: string, text: string): void {
  const migration = `${nextNumber(copy)}_${name}.sql`;
  copy.write(`apps/server/migrations/${migration}`, text);
  const sum = createHash('sha256').update(text).digest('hex');
  copy.insert('apps/server/migrations/checksums.txt', /[^]*\n/, `${sum}  ${migration}\n`);
}

function nextNumber(copy: ScratchCopy): string {
  const numbers = copy.list('apps/server/migrations').map((name) => Number(/^\d{4}/.exec(name)?.[0] ?? 0));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

const TABLE = `-- What accounts write down for themselves.
create schema memos;

create table memos.memo (
  id uuid primary key,
  account_id uuid not null,
  text text not null check (length(text) between 1 and 1000)
);

create index memo_of_account on memos.memo (account_id, id);
`;

const SCHEMAS = `import { z } from 'zod';

export const memo = z.object({ id: z.uuid(), text: z.string().meta({ example: 'Call the bank on Monday' }) });
export const newMemo = z.object({ text: z.string().min(1).max(1_000) });
export const memoReply = z.object({ memo });
export const memosReply = z.object({ items: z.array(memo) });
`;

const LIVE_EVENT =
  "\n  /** Somebody wrote a memo: ask for them again. */\n  z.object({ type: z.literal('memo.added') }),";
const LIVE_CASE = "\n    case 'memo.added':\n      return forget(['memos']);";

const STORE = `import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

type Memo = { id: string; text: string };

export async function addMemo(db: Executor, { id, accountId, text }: Memo & { accountId: string }): Promise<void> {
  await sql\`insert into memos.memo (id, account_id, text) values (\${id}, \${accountId}, \${text})\`.execute(db);
}

/** The newest of an account, at most 100. */
export async function memosOf(db: Executor, accountId: string): Promise<Memo[]> {
  const { rows } = await sql<Memo>\`
    select id, text from memos.memo where account_id = \${accountId} order by id desc limit 100\`.execute(db);
  return rows;
}
`;

const DESCRIPTIONS = `import { defineRoute } from '../define-route.ts';
import { memoReply, memosReply, newMemo } from '../memos.ts';

export const memoRoutes = {
  list: defineRoute('GET /memos', { tag: 'memos', access: 'user', summary: 'What was written', reply: memosReply }),
  add: defineRoute('POST /memos', {
    tag: 'memos',
    access: 'user',
    summary: 'Write a memo',
    body: newMemo,
    status: 201,
    reply: memoReply,
    isIdempotent: true,
    refusals: ['too_many_memos'],
  }),
};
`;

const ROUTES = `import { memoRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Database, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { identityOf } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { addMemo, memosOf } from './memos-store.ts';

const MOST = 100;
const tooManyMemos = () => new Problem('too_many_memos', 409, 'There’s room for 100 memos.');

export type MemosDeps = { database: Database; requireUser: (request: FastifyRequest) => Promise<void> };

/** Memos: written and read again. */
export function addMemoRoutes(app: FastifyInstance, { database, requireUser: user }: MemosDeps): void {
  const serve = serveRoutes(app, { user });

  serve(memoRoutes.list, async (request) => ({ items: await memosOf(database, identityOf(request).accountId) }));

  serve(memoRoutes.add, async (request) => {
    const { accountId } = identityOf(request);
    const memo = { id: newId(), ...request.body };
    await inTransaction(database, async (tx) => {
      if ((await memosOf(tx, accountId)).length >= MOST) throw tooManyMemos();
      await addMemo(tx, { accountId, ...memo });
      await publish(tx, { type: 'memo.added', accountId, subjectId: memo.id });
    });
    return { memo };
  });
}
`;

const INDEX = `import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { addMemoRoutes, type MemosDeps } from './routes.ts';

/** What an account writes down for itself. */
export function createMemos(deps: MemosDeps): ServerModule {
  return {
    routes: async (app) => addMemoRoutes(app, deps),
    liveViews: [liveView(eventTypes('memo.added'), () => ({ type: 'memo.added' }))],
  };
}
`;

const SERVER_TEST = `import { memosReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await testApp({ FARLINE_ROLES: 'api' });

test('a memo is read by the account that wrote it, and by no other', async () => {
  const [writer, other] = [await apiCustomer(app), await apiCustomer(app)];
  expect((await writer.ask('POST', '/memos', { text: 'Call the bank' })).status).toBe(201);

  expect(memosReply.parse((await writer.ask('GET', '/memos')).body).items).toMatchObject([{ text: 'Call the bank' }]);
  expect(memosReply.parse((await other.ask('GET', '/memos')).body).items).toEqual([]);
});
`;

const TEXTS = `import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the page of memos. */
export const memosText = defineTexts('memos', {
  title: 'Memos',
  none: 'Nothing is written down yet.',
});
`;

/** The title, what stands where there is none, and why there can be no more. */
const TRANSLATIONS = {
  ar: ['مذكرات', 'لا توجد مذكرات بعد.', 'لا مكان لأكثر من 100 مذكرة.'],
  es: ['Notas', 'Todavía no hay ninguna nota.', 'Caben 100 notas.'],
  fr: ['Mémos', 'Aucun mémo pour le moment.', 'Il y a de la place pour 100 mémos.'],
  pt: ['Notas', 'Ainda não há nenhuma nota.', 'Há espaço para 100 notas.'],
  zh: ['备忘录', '还没有备忘录。', '最多保存 100 条备忘录。'],
};

const FEATURE = `import { api } from '../../lib/api/api-client.ts';
import { useAnswer } from '../../lib/api/use-answer.ts';
import { memosText } from '../../texts/memos.ts';

const ask = async () => await api('GET /memos', {});

/** What the account wrote down, the newest first. */
export function MemoList() {
  const t = memosText.useText();
  const memos = useAnswer('memos', ask);
  if (memos.is !== 'here') return null;
  if (memos.value.items.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul className="grid gap-3">
      {memos.value.items.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}
`;

const PAGE = `import { MemoList } from '../features/memos/memo-list.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { memosText } from '../texts/memos.ts';

/** /memos */
export function Page() {
  const t = memosText.useText();
  usePageTitle(t('title'));
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="mb-6 text-display font-semibold">{t('title')}</h1>
      <MemoList />
    </div>
  );
}
`;

const BROWSER_TEST = `import { test } from 'vitest';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('who has written nothing down is told so', async () => {
  const page = await stage.openTab();
  await enter(page, \`\${stack.url}/memos\`);
  await page.getByText('Nothing is written down yet.').waitFor();
});
`;
