import { defaultRule, type NumberRule, numberRuleReply, ownNumbersReply, RULE_LIMITS } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { insertNumber, numbersOf, removeNumber } from './record/numbers-store.ts';
import { anOffer } from './testing/numbers-world.ts';

const app = await testApp();
const { database } = app;

async function aCustomer() {
  const customer = await apiCustomer(app, { timeZone: 'Europe/London' });
  const { accountId } = customer;
  const [number = ''] = await numbersOf(database, accountId);
  const path = `/numbers/${encodeURIComponent(number)}/rule`;
  return {
    ...customer,
    ...{ number, path },
    read: async () => numberRuleReply.parse((await customer.ask('GET', path)).body),
    save: async (rule: NumberRule, version = 0) => await customer.ask('PUT', path, { version, rule }),
    try: async (tried: object) => await customer.ask('POST', `${path}/test`, tried),
    /** A SIP phone of theirs, by its id. */
    phone: async (name = 'Desk') => {
      const id = newId();
      await sql`insert into accounts.sip_phone (id, user_id, account_id, name, username, realm, ha1, created_at)
        values (${id}, ${customer.userId}, ${accountId}, ${name}, ${`d${id.slice(-9)}`}, 'farline.test',
          ${id.replaceAll('-', '')}, now())`.execute(database);
      return id;
    },
  };
}

/** Of whom nothing is saved. */
const visitor = await aCustomer();

const anyRule = (over: Partial<NumberRule> = {}): NumberRule => ({ ...defaultRule('Europe/London'), ...over });
const office = anyRule({ hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }], closed: { do: 'busy' } });

test('a number that nobody said anything of rings everything, on the clocks of its account', async () => {
  const customer = await aCustomer();
  const phone = await customer.phone('Kitchen');

  expect(await customer.read()).toEqual({
    ...{ number: customer.number, version: 0, rule: defaultRule('Europe/London') },
    phones: [{ id: phone, name: 'Kitchen' }],
  });
  const { numbers } = ownNumbersReply.parse((await customer.ask('GET', '/numbers')).body);
  expect(numbers).toMatchObject([{ number: customer.number, rule: null }]);
});

test('a rule is saved as a whole, shown in short in the list, told to pages, audited and exported', async () => {
  const customer = await aCustomer();
  const phone = await customer.phone();
  const daysOff = [{ date: '2026-12-25', name: 'Christmas Day', isYearly: true }];
  const rule = { ...office, daysOff, open: { do: 'ring' as const, browsers: false, phones: [phone] } };

  expect(await customer.save(rule)).toMatchObject({ status: 200, body: { version: 1, rule } });
  expect(await customer.read()).toMatchObject({ version: 1, rule });
  const { hours, open, closed, doNotDisturbUntil } = rule;
  const { numbers } = ownNumbersReply.parse((await customer.ask('GET', '/numbers')).body);
  expect(numbers[0]?.rule).toEqual({ hours, open, closed, doNotDisturbUntil, hasDaysOff: true });
  expect((await customer.ask('GET', '/settings/export')).body).toMatchObject({
    numberRules: [{ number: customer.number, version: 1, rule }],
  });
  const { rows } = await sql<{ told: number; audited: number }>`
    select (select count(*)::int from platform.event where type = 'number.changed' and account_id = ${customer.accountId}) as told,
      (select count(*)::int from audit.event
        where action = 'number.rule_changed' and account_id = ${customer.accountId}) as audited`.execute(database);
  expect(rows).toEqual([{ told: 1, audited: 1 }]);
});

test('of changes that were made of one version, the first is saved and the others are refused', async () => {
  const customer = await aCustomer();
  const rules = ['12:00', '13:00', '14:00', '15:00', '16:00', '17:00'].map((to) =>
    anyRule({ ...office, hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to }] }),
  );
  const outcomes = await Promise.all(rules.map((rule) => customer.save(rule)));

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await customer.save(anyRule(), 0)).toMatchObject({ status: 409, body: { code: 'rule_changed' } });
  expect(await customer.save(anyRule(), 2)).toMatchObject({ status: 409, body: { code: 'rule_changed' } });
  const saved = rules[outcomes.findIndex(({ status }) => status === 200)];
  expect(await customer.read()).toMatchObject({ version: 1, rule: saved });
  expect(await customer.save(anyRule(), 1)).toMatchObject({ status: 200, body: { version: 2 } });
});

test('the rule of somebody else’s number is not there, whatever is asked of it', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  await other.save(office);
  const tried = { at: '2026-01-14T12:00:00Z', caller: null };

  for (const path of [other.path, '/numbers/anna/rule', '/numbers/%00/rule']) {
    expect(await customer.ask('GET', path), path).toMatchObject({ status: 404 });
    expect(await customer.ask('PUT', path, { version: 1, rule: anyRule() }), path).toMatchObject({ status: 404 });
    expect(await customer.ask('POST', `${path}/test`, tried), path).toMatchObject({ status: 404 });
  }
  expect(await other.read()).toMatchObject({ version: 1, rule: office });
});

test('phones of another account cannot be chosen, and one that was taken away is chosen no more', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const [own, foreign] = [await customer.phone(), await other.phone()];
  const ringing = (phones: string[]) => ({ do: 'ring' as const, browsers: true, phones });

  for (const rule of [anyRule({ open: ringing([own, foreign]) }), anyRule({ closed: ringing([foreign]) })]) {
    expect(await customer.save(rule)).toMatchObject({ status: 409, body: { code: 'phone_not_yours' } });
  }
  expect(await customer.save(anyRule({ open: ringing([own]) }))).toMatchObject({ status: 200 });
  await sql`delete from accounts.sip_phone where id = ${own}`.execute(database);
  expect((await customer.read()).rule.open).toEqual(ringing([]));
  const lost = { do: 'ring' as const, browsers: false, phones: [await customer.phone()] };
  expect(await customer.save(anyRule({ open: lost, closed: lost }), 1)).toMatchObject({ status: 200 });
  await sql`delete from accounts.sip_phone where account_id = ${customer.accountId}`.execute(database);
  const { rule: left } = await customer.read();
  expect([left.open, left.closed]).toEqual([
    { ...lost, phones: [] },
    { ...lost, phones: [] },
  ]);
  expect(await customer.save(left, 2)).toMatchObject({ status: 400, body: { message: 'Choose what is to ring' } });
});

const span = { days: [1], from: '09:00', to: '17:00' };
const day = { date: '2026-12-25', name: '', isYearly: true };
const step = { do: 'ring', browsers: true, phones: 'all' };
test.each<[string, object, string]>([
  ['no such time zone', { timeZone: 'Europe/Nowhere' }, 'There’s no such time zone'],
  ['no hour of a clock', { hours: [{ ...span, to: '25:00' }] }, 'Write a time as 09:00'],
  ['no day', { hours: [{ ...span, days: [] }] }, 'Choose a day'],
  ['a day that no week has', { hours: [{ ...span, days: [8] }] }, 'Days go from 1, Monday, to 7'],
  ['a day twice', { hours: [{ ...span, days: [1, 1] }] }, 'A day is named once'],
  ['no hours at all', { hours: [] }, 'Add opening hours'],
  ['too many hours', { hours: Array(15).fill(span) }, 'At most 14 lines of opening hours'],
  ['no date', { daysOff: [{ ...day, date: '2026-02-30' }] }, 'Write a date as 2026-03-31'],
  ['too many days off', { daysOff: Array(RULE_LIMITS.daysOff + 1).fill(day) }, 'At most 200 days off'],
  ['a name of two lines', { daysOff: [{ ...day, name: 'a\nb' }] }, 'Write it in one line'],
  [
    'nothing that rings outside of them',
    { closed: { ...step, browsers: false, phones: [] } },
    'Choose what is to ring',
  ],
  ['nothing that rings', { open: { ...step, browsers: false, phones: [] } }, 'Choose what is to ring'],
  ['no number', { blocked: ['anna'] }, 'Write a number as +442079460123 or +4420*'],
  ['everybody', { blocked: ['+*'] }, 'Write a number as +442079460123 or +4420*'],
  ['a long pattern', { blocked: [`+4${'4'.repeat(50_000)}!`] }, 'Write a number as +442079460123 or +4420*'],
  ['too many blocked', { blocked: Array(RULE_LIMITS.blocked + 1).fill('+442079460123') }, 'At most 200 numbers'],
  ['a VIP by a prefix', { vips: ['+44*'] }, 'Write a number as +442079460123'],
  ['no instant', { doNotDisturbUntil: 'tomorrow' }, 'Write an instant as 2027-03-28T09:00:00Z'],
])('a rule with %s is refused with its sentence', async (_what, wrong, sentence) => {
  const refused = await visitor.ask('PUT', visitor.path, { version: 0, rule: { ...office, ...wrong } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', message: sentence } });
});

test('a rule of a kind that there is not yet is refused', async () => {
  const forward = { do: 'forward', to: '+442079460123' };
  const refused = await visitor.ask('PUT', visitor.path, { version: 0, rule: { ...office, closed: forward } });
  expect(refused).toMatchObject({ status: 400 });
});

test('a rule as large as can be is saved and read', async () => {
  const customer = await aCustomer();
  const largest = anyRule({
    hours: Array.from({ length: RULE_LIMITS.spans }, () => ({
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '09:00',
      to: '17:00',
    })),
    daysOff: Array.from({ length: RULE_LIMITS.daysOff }, () => ({
      ...{ date: '2026-12-25', name: '節'.repeat(RULE_LIMITS.nameLength), isYearly: true },
    })),
    blocked: Array.from({ length: RULE_LIMITS.blocked }, () => '+442079460123999'),
    vips: Array.from({ length: RULE_LIMITS.vips }, () => '+442079460123999'),
  });

  expect(await customer.save(largest)).toMatchObject({ status: 200, body: { version: 1, rule: largest } });
});

test('the tester says what would happen, by the saved rule or by one that is not saved', async () => {
  const customer = await aCustomer();
  await customer.save(office);
  const at = '2026-07-15T08:30:00Z';

  expect(await customer.try({ at, caller: '+442079460123' })).toMatchObject({
    status: 200,
    body: { outcome: { is: 'rings', because: 'open' }, local: '2026-07-15T09:30', dayOff: null },
  });
  const daysOff = [{ date: '2026-07-15', name: 'Fair', isYearly: false }];
  expect(await customer.try({ at, caller: null, rule: { ...office, daysOff } })).toMatchObject({
    body: { outcome: { is: 'refused', because: 'number_closed', as: 'busy' }, dayOff: 'Fair' },
  });
  expect(await customer.try({ at, caller: null, rule: { ...office, refusesAnonymous: true } })).toMatchObject({
    body: { outcome: { because: 'anonymous_refused' } },
  });
  const forged = { at, caller: '+442079460123', mayBeForged: true, rule: { ...office, vips: ['+442079460123'] } };
  expect(await customer.try(forged)).toMatchObject({ body: { outcome: { is: 'rings', because: 'open' } } });
  expect(await customer.try({ ...forged, at: '2026-07-15T22:30:00Z' })).toMatchObject({
    body: { outcome: { is: 'refused', because: 'number_closed' } },
  });
  expect(await customer.try({ ...forged, rule: { ...office, possiblyForged: 'voicemail' } })).toMatchObject({
    body: { outcome: { is: 'voicemail', because: 'possibly_forged' } },
  });
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    for (const edge of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      const tried = await customer.try({ at: edge, caller: null, rule: { ...office, timeZone } });
      expect(tried, `${edge} ${timeZone}`).toMatchObject({ status: 200 });
    }
  }
  expect(await customer.try({ at: 'now', caller: null })).toMatchObject({ status: 400 });
  expect(await customer.try({ at, caller: 'anna' })).toMatchObject({ status: 400 });
  expect(await customer.read()).toMatchObject({ version: 1, rule: office });
});

test('favourites of the contacts ring through, and people blocked in messages do not ring at all', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const [friend, pest] = ['+442079460123', '+442079460456'];
  const contact = { name: 'Ada', numbers: [{ number: friend, label: 'mobile' }], isFavourite: true };
  await customer.ask('POST', '/contacts', contact);
  await customer.ask('PATCH', `/messages/threads/${encodeURIComponent(pest)}`, { isBlocked: true });
  const rule = { ...office, favouritesRingThrough: true, refusesBlockedInMessages: true };
  const becauseOf = async (who: typeof customer, caller: string, at: string) => {
    const { body } = await who.try({ at, caller, rule });
    return (body as { outcome: { because: string } }).outcome.because;
  };

  const [night, noon] = ['2026-01-14T23:00:00Z', '2026-01-14T12:00:00Z'];
  expect(await becauseOf(customer, friend, night)).toBe('vip');
  expect(await becauseOf(customer, pest, noon)).toBe('caller_blocked');
  expect(await becauseOf(other, friend, night)).toBe('number_closed');
  expect(await becauseOf(other, pest, noon)).toBe('open');
});

const upload = async (who: { ask: typeof visitor.ask }, text: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'holidays.ics');
  return await who.ask('POST', '/numbers/days-off', form);
};

test('the days off of a calendar file are read, and nothing else of it', async () => {
  const calendar = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20201225', 'RRULE:FREQ=YEARLY']
    .concat(['SUMMARY:Christmas Day', 'END:VEVENT', 'BEGIN:VEVENT', 'DTSTART:20301224T100000Z', 'END:VEVENT'])
    .concat(['END:VCALENDAR'])
    .join('\r\n');

  expect(await upload(visitor, calendar)).toEqual({
    status: 200,
    body: { daysOff: [{ date: '2020-12-25', name: 'Christmas Day', isYearly: true }], skipped: 1 },
  });
});

test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
  ['another file', 'name,number\nAda,1', 400],
  ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0x00, 0x0a, 0x20]), 400],
  ['a file beyond the bound', `BEGIN:VCALENDAR\r\n${' '.repeat(RULE_LIMITS.fileBytes)}`, 413],
])('%s is refused as a calendar', async (_what, text, status) => {
  expect(await upload(visitor, text)).toMatchObject({ status });
});

test('a calendar of as many events as a file holds is read in the bounds of a rule', async () => {
  const event = 'BEGIN:VEVENT\nDTSTART:20300101\nDTEND:20300301\nRRULE:FREQ=YEARLY;COUNT=9999\nEND:VEVENT\n';
  const bomb = `BEGIN:VCALENDAR\n${event.repeat(Math.floor(RULE_LIMITS.fileBytes / event.length) - 1)}`;
  const { status, body } = await upload(visitor, bomb);

  expect(status).toBe(200);
  expect((body as { daysOff: unknown[] }).daysOff.length).toBeLessThanOrEqual(RULE_LIMITS.daysOff);
});

test('the rule of a number that was given back is not that of whoever has it next', async () => {
  const [customer, next] = [await aCustomer(), await aCustomer()];
  const { e164 } = anOffer();
  const give = async (accountId: string) =>
    await inTransaction(
      database,
      async (tx) => await insertNumber(tx, { e164, accountId, kind: 'bought', at: new Date() }),
    );
  const path = `/numbers/${encodeURIComponent(e164)}/rule`;
  await give(customer.accountId);
  await customer.ask('PUT', path, { version: 0, rule: office });
  await inTransaction(database, async (tx) => await removeNumber(tx, { e164, accountId: customer.accountId }));
  await give(next.accountId);

  expect((await next.ask('GET', path)).body).toMatchObject({ version: 0 });
  expect(await customer.ask('GET', path)).toMatchObject({ status: 404 });
});

test('whoever closes their account leaves no rule behind', async () => {
  const customer = await aCustomer();
  await customer.save(office);
  await customer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });

  const left = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from numbers.rule where account_id = ${customer.accountId}`.execute(database);
    return rows[0]?.count;
  };
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
});
