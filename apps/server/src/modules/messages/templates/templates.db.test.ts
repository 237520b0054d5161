import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';
import { inTransaction } from '../../../platform/database.ts';
import { eraseMessages } from '../erase-messages.ts';
import { askErasure } from '../inbox/erasures-store.ts';

const app = await testApp();
const REMINDER = { name: 'Reminder', text: 'Dear {first_name}, we see you on {day}.' };

async function keep(customer: Awaited<ReturnType<typeof apiCustomer>>, template: object = REMINDER) {
  return (await customer.ask('POST', '/messages/templates', template)) as {
    status: number;
    body: { template: { id: string }; code?: string; errors?: Record<string, string> };
  };
}

test('templates are kept in the order of their names, changed and removed', async () => {
  const customer = await apiCustomer(app);
  const { body } = await keep(customer);
  await keep(customer, { name: 'away', text: 'Back on Monday' });
  const path = `/messages/templates/${body.template.id}`;
  expect(await customer.ask('PATCH', path, { name: 'Zebra' })).toMatchObject({
    body: { template: { name: 'Zebra', text: REMINDER.text } },
  });
  expect(await customer.ask('GET', '/messages/templates')).toMatchObject({
    body: { items: [{ name: 'away' }, { name: 'Zebra' }] },
  });
  expect(await customer.ask('DELETE', path)).toMatchObject({ status: 200 });
  expect(await customer.ask('DELETE', path)).toMatchObject({ status: 404 });
});

test('every page of the account hears when a template is kept, changed or removed, and of nothing that was refused', async () => {
  const customer = await apiCustomer(app);
  const { body } = await keep(customer);
  await keep(customer);
  const path = `/messages/templates/${body.template.id}`;
  await customer.ask('PATCH', path, { name: 'Zebra' });
  await customer.ask('DELETE', path);
  await customer.ask('DELETE', path);
  const { rows } = await sql`select from platform.event
    where account_id = ${customer.accountId} and type = 'templates.changed'`.execute(app.database);
  expect(rows).toHaveLength(3);
});

test('two templates cannot have one name, however it is capitalised, not even when they come at once', async () => {
  const customer = await apiCustomer(app);
  const tries = await Promise.all(
    ['Reminder', 'REMINDER'].map(async (name) => await keep(customer, { ...REMINDER, name })),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const other = await keep(customer, { ...REMINDER, name: 'Other' });
  expect(
    await customer.ask('PATCH', `/messages/templates/${other.body.template.id}`, { name: 'reminder' }),
  ).toMatchObject({ status: 409, body: { code: 'template_exists', errors: { name: expect.any(String) } } });
});

test.each([
  ['no name', { ...REMINDER, name: ' ' }],
  ['a name of two lines', { ...REMINDER, name: 'a\nb' }],
  ['no text', { ...REMINDER, text: '' }],
  ['a text that is too long', { ...REMINDER, text: 'a'.repeat(1_601) }],
  ['too many fields', { ...REMINDER, text: Array.from({ length: 21 }, (_, at) => `{f${at}}`).join('') }],
])('%s is refused', async (_what, template) => {
  expect((await keep(await apiCustomer(app), template)).status).toBe(400);
});

test('a hundred are enough', async () => {
  const customer = await apiCustomer(app);
  await sql`insert into messages.template (id, account_id, name, body, changed_at)
    select gen_random_uuid(), ${customer.accountId}, 'Template ' || number, 'Hi', now()
    from generate_series(1, 100) number`.execute(app.database);
  expect(await keep(customer)).toMatchObject({ status: 409, body: { code: 'too_many_templates' } });
});

test('the templates of somebody else are not there', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const { body } = await keep(theirs);
  const path = `/messages/templates/${body.template.id}`;
  expect(await mine.ask('PATCH', path, { text: 'Mine' })).toMatchObject({ status: 404 });
  expect(await mine.ask('DELETE', path)).toMatchObject({ status: 404 });
  expect(await mine.ask('GET', '/messages/templates')).toMatchObject({ body: { items: [] } });
  expect((await keep(mine)).status).toBe(201);
  expect(await theirs.ask('GET', '/messages/templates')).toMatchObject({ body: { items: [REMINDER] } });
});

test('who closes an account takes its templates along', async () => {
  const customer = await apiCustomer(app);
  await keep(customer);
  await inTransaction(app.database, async (tx) => await askErasure(tx, [customer.accountId]));
  await eraseMessages(app);
  expect(await customer.ask('GET', '/messages/templates')).toMatchObject({ body: { items: [] } });
});
