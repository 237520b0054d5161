import { countriesReply, micros, ratesReply } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { addRatingRoutes, createRating, findQuote, freezeQuote, SAMPLE_RATE_TABLE, seedRating } from './index.ts';

const { database } = await testDatabase();
const log = pino({ level: 'silent' });
const at = new Date('2026-03-01T12:00:00Z');
let now = at;
const rating = createRating({ database, clock: { now: () => now }, log });
await rating.start();
afterAll(async () => await rating.stop());

const gbMobile = { typed: '+44 7700 900123', rateTable: SAMPLE_RATE_TABLE };
/** The tests of this file share its prices: whoever changes them puts them back. */
const asBefore = async () => {
  await changeGbMobile(sql`per_minute_micros = 18000`);
  await rating.refresh();
};
const changeGbMobile = (set: ReturnType<typeof sql>) =>
  sql`update rating.rate set ${set} where country_code = 'GB' and kind = 'mobile'`.execute(database);

describe('the price of a number as typed', () => {
  test('the sample prices know +44 7700 900123 as a British mobile, at 0.0180 a minute', () => {
    expect(
      rating.estimateCost({
        rated: rating.rateTyped(gbMobile),
        durationSeconds: 90,
        availableMicros: micros(2_000_000n),
      }),
    ).toEqual({
      to: '+447700900123',
      duration: 90,
      cost: 0.027,
      price: { amount: '0.0270', currency: 'USD' },
      billedSeconds: 90,
      included: null,
      destination: { prefix: '44770', countryCode: 'GB', kind: 'mobile', operator: 'O2' },
      terms: {
        perMinute: { amount: '0.0180', currency: 'USD' },
        connectionFee: { amount: '0.0000', currency: 'USD' },
        minimumSeconds: 1,
        firstSeconds: 1,
        nextSeconds: 1,
      },
      talkSeconds: 6_666,
    });
  });

  test('what is free of an allowance comes first: the rest is priced, and both last longer', () => {
    const rated = rating.rateTyped({ typed: '+44 20 7946 0123', rateTable: SAMPLE_RATE_TABLE });
    const call = { rated, durationSeconds: 90 };
    const paid = rating.estimateCost({ ...call, durationSeconds: 30, availableMicros: micros(1_000_000n) });
    const split = rating.estimateCost({
      ...call,
      availableMicros: micros(1_000_000n),
      includedSeconds: new Map([['europe-fixed', 60]]),
    });
    expect(split).toMatchObject({
      included: { group: 'Europe, landlines', seconds: 60, used: 60 },
      price: paid.price,
      billedSeconds: paid.billedSeconds,
      talkSeconds: (paid.talkSeconds ?? 0) + 60,
    });
  });

  test('a closed destination has a price for whoever opened it, and none for the others', () => {
    const premium = { typed: '+44 909 879 0000', rateTable: SAMPLE_RATE_TABLE };
    expect(rating.lookUp(premium)).toMatchObject({
      isOpen: false,
      rated: { destination: { countryCode: 'GB', kind: 'premium' } },
    });
    expect(() => rating.rateTyped(premium)).toThrow(/blocked because they’re expensive/);
  });

  test('a plan’s rate table is the other with so much off a minute', () => {
    const perMinute = (rateTable: string) => {
      const rated = rating.rateTyped({ typed: '+44 7700 900123', rateTable });
      return rating.estimateCost({ rated, durationSeconds: 60, availableMicros: null }).terms.perMinute.amount;
    };
    expect([perMinute('sample'), perMinute('sample-plus'), perMinute('sample-pro')]).toEqual([
      '0.0180',
      '0.0162',
      '0.0144',
    ]);
    expect(rating.percentOff('sample-pro')).toBe(20);
  });

  test.each([
    ['112', 'number_emergency', 'another phone'],
    ['+44 77', 'number_too_short', 'too short'],
    ['+999 123 456 789', 'number_country_unknown', 'country'],
    ['+44 909 879 0123', 'destination_closed', 'blocked'],
    ['+881 6 12345678', 'destination_closed', 'blocked'],
    ['*99', 'service_code_unknown', '*43'],
    ['what?', 'number_not_understood', 'isn’t a telephone number'],
  ])('%s is refused with %s and its sentence', (typed, code, words) => {
    const rateIt = () => rating.rateTyped({ typed, rateTable: SAMPLE_RATE_TABLE });
    expect(rateIt).toThrow(words);
    expect(rateIt).toThrow(
      expect.objectContaining({ code, status: 422, errors: { to: expect.stringContaining(words) } }),
    );
  });
});

describe('a change of the rates', () => {
  test('counts without restart', async () => {
    const before = rating.rateTyped(gbMobile);
    await changeGbMobile(sql`per_minute_micros = 33000`);
    onTestFinished(asBefore);

    await expect.poll(() => rating.rateTyped(gbMobile).terms.perMinuteMicros).toBe(33_000n);
    expect(rating.rateTyped(gbMobile).rateTableVersion).toBeGreaterThan(before.rateTableVersion);
  });

  test('a closed destination that is opened can be called', async () => {
    const premium = { typed: '+44 909 879 0123', rateTable: SAMPLE_RATE_TABLE };
    expect(() => rating.rateTyped(premium)).toThrow('blocked');

    await sql`update rating.rate set is_open = true where country_code = 'GB' and kind = 'premium'`.execute(database);
    await rating.refresh();

    expect(rating.rateTyped(premium).destination.kind).toBe('premium');
  });

  test('a rate whose date comes counts from then on', async () => {
    await sql`insert into rating.rate (rate_table, country_code, kind, prefix, per_minute_micros, connection_micros,
        minimum_seconds, first_seconds, next_seconds, is_open, effective_from)
      values ('sample', 'GB', 'mobile', '44770090', 99000, 0, 1, 1, 1, true, '2026-04-01T00:00:00Z')`.execute(database);
    onTestFinished(async () => {
      now = at;
      await sql`delete from rating.rate where prefix = '44770090'`.execute(database);
      await asBefore();
    });
    await rating.refresh();
    expect(rating.rateTyped(gbMobile).terms.perMinuteMicros).toBe(18_000n);

    now = new Date('2026-04-01T00:00:00Z');
    await rating.refresh();
    expect(rating.rateTyped(gbMobile).terms.perMinuteMicros).toBe(99_000n);
  });

  test('does not touch a quote: a price seen is a price kept', async () => {
    const quote = await freezeQuote(database, { rated: rating.rateTyped(gbMobile), at });
    await changeGbMobile(sql`per_minute_micros = 500000`);
    onTestFinished(asBefore);

    expect(await findQuote(database, quote.id)).toEqual(quote);
    expect(quote).toMatchObject({ number: '+447700900123', terms: { perMinuteMicros: 18_000n }, frozenAt: at });
    await expect(sql`update rating.quote set per_minute_micros = 1`.execute(database)).rejects.toThrow('never changed');
  });

  test('a quote that nobody froze is not found', async () => {
    expect(await findQuote(database, newId())).toBeNull();
  });
});

describe('a start', () => {
  test('with the same files changes nothing, and leaves an operator’s prices alone with new ones', async () => {
    await sql`update rating.rate set per_minute_micros = 77000 where country_code = 'FR' and kind = 'fixed'`.execute(
      database,
    );
    const state = async () => {
      const { rows } = await sql<{ state: string }>`
        select (select sum(version) from rating.rate_table) || ' ' || (select count(*) from rating.rate) || ' ' ||
          (select count(*) from rating.destination) || ' ' ||
          (select per_minute_micros from rating.rate where country_code = 'FR' and kind = 'fixed') as state`.execute(
        database,
      );
      return rows[0]?.state;
    };
    const before = await state();
    await seedRating(database);
    expect(await state()).toBe(before);

    await sql`update rating.loaded_file set checksum = 'of an older release'`.execute(database);
    await sql`delete from rating.destination where prefix = '447'`.execute(database);
    await seedRating(database);
    expect(await state()).toMatch(/^\d+ 968 35986 77000$/);
    expect(await state()).not.toBe(before);
  });
});

describe('the rates that everybody may see', () => {
  test('each country with name, calling code and prices; asked again, only when they changed', async () => {
    const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
    addRatingRoutes(server, { rating });
    const first = await server.inject('/rates/countries');
    const { countries } = countriesReply.parse(first.json());

    expect(countries.length).toBeGreaterThan(240);
    expect(countries.find(({ code }) => code === 'GB')).toEqual({
      code: 'GB',
      name: 'United Kingdom',
      callingCode: '44',
      areaCodes: [],
      fixedPerMinute: { amount: '0.0110', currency: 'USD' },
      mobilePerMinute: { amount: '0.0180', currency: 'USD' },
      messagePerSegment: { amount: '0.0450', currency: 'USD' },
    });
    expect(countries.find(({ code }) => code === 'AI')).toMatchObject({ callingCode: '1', areaCodes: ['264'] });
    for (const shared of ['US', 'CA']) {
      const { areaCodes, fixedPerMinute, mobilePerMinute } = countries.find(({ code }) => code === shared) ?? {};
      expect(areaCodes).toEqual([]);
      expect(mobilePerMinute).toEqual(fixedPerMinute);
      expect(fixedPerMinute).toEqual({ amount: '0.0100', currency: 'USD' });
    }
    const known = { 'if-none-match': String(first.headers['etag']) };
    expect(await server.inject({ url: '/rates/countries', headers: known })).toMatchObject({
      statusCode: 304,
      body: '',
    });

    const several = { 'if-none-match': `W/"other" , ${known['if-none-match']}` };
    expect(await server.inject({ url: '/rates/countries', headers: several })).toMatchObject({ statusCode: 304 });

    await changeGbMobile(sql`per_minute_micros = 18000`);
    await rating.refresh();
    expect(await server.inject({ url: '/rates/countries', headers: known })).toMatchObject({ statusCode: 200 });
    await server.close();
  });

  test('a header of blanks costs no more than one of letters', async () => {
    const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
    addRatingRoutes(server, { rating });
    const costOf = async (filler: string) => {
      const costs: number[] = [];
      for (let round = 0; round < 5; round++) {
        const before = process.threadCpuUsage();
        await server.inject({ url: '/rates/countries', headers: { 'if-none-match': `a${filler.repeat(15_000)}b` } });
        const { user, system } = process.threadCpuUsage(before);
        costs.push(user + system);
      }
      return Math.min(...costs);
    };
    const letters = await costOf('x');

    expect(await costOf(' ')).toBeLessThan(5 * letters);
    await server.close();
  });

  test('the rates of a country, whatever the case of its code; of all; of none', async () => {
    const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
    addRatingRoutes(server, { rating });
    const ratesAt = async (url: string) => ratesReply.parse((await server.inject(url)).json()).rates;

    const british = await ratesAt('/rates?countryCode=gb');
    expect(british.find(({ kind }) => kind === 'mobile')).toMatchObject({
      countryCode: 'GB',
      prefixes: ['447'],
      open: true,
      perMinute: { amount: '0.0180', currency: 'USD' },
    });
    expect(ratesReply.parse((await server.inject('/rates?countryCode=gb')).json()).messageRates).toEqual([
      { id: expect.any(String), countryCode: 'GB', prefix: '', perSegment: { amount: '0.0450', currency: 'USD' } },
    ]);
    expect(await ratesAt('/rates')).toHaveLength(968);
    expect(await ratesAt('/rates?countryCode=ZZ')).toEqual([]);
    expect(await server.inject('/rates?countryCode=GBR')).toMatchObject({ statusCode: 400 });
    await server.close();
  });

  test('whoever knew them before a rate began or ended to count gets them anew', async () => {
    let hour = '12';
    const clock = { now: () => new Date(`2026-03-01T${hour}:00:00Z`) };
    const dated = createRating({ database, clock, log });
    const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
    addRatingRoutes(server, { rating: dated, publicRateTable: 'dated' });
    await sql`insert into rating.rate_table (name, currency, is_sample) values ('dated', 'USD', true)`.execute(
      database,
    );
    await sql`insert into rating.rate (rate_table, country_code, kind, prefix, per_minute_micros, connection_micros,
        minimum_seconds, first_seconds, next_seconds, is_open, effective_from, effective_to)
      values ('dated', 'GB', 'mobile', '447', 18000, 0, 1, 1, 1, true, '2026-01-01T00:00:00Z', null),
        ('dated', 'GB', 'mobile', '44770', 99000, 0, 1, 1, 1, true, '2026-03-01T13:00:00Z', '2026-03-01T15:00:00Z')`.execute(
      database,
    );
    const askKnowing = async (tag: string) => await server.inject({ url: '/rates', headers: { 'if-none-match': tag } });

    let known = 'W/"nothing"';
    for (const [at, rates] of [
      ['12', 1],
      ['14', 2],
      ['16', 1],
    ] as const) {
      hour = at;
      await dated.refresh();
      const anew = await askKnowing(known);
      expect(anew.statusCode, `at ${hour}`).toBe(200);
      expect(ratesReply.parse(anew.json()).rates).toHaveLength(rates);
      known = String(anew.headers['etag']);
      expect((await askKnowing(known)).statusCode, `again at ${hour}`).toBe(304);
    }
    await server.close();
  });
});
