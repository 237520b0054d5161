import { defaultRule, type IncomingOutcome, type NumberRule, numberRule } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KnownCaller, decideIncoming } from './decide-incoming.ts';
import { office, ruleOf } from './testing/office-rule.ts';

const ANNA = '+442079460123';
const caller = (over: Partial<KnownCaller> = {}): KnownCaller => ({
  ...{ number: ANNA, isAnonymous: false, isFavourite: false, isBlockedInMessages: false, doubt: null },
  ...over,
});
const anonymous = caller({ number: null, isAnonymous: true });
const decide = (rule: NumberRule, at: string, who = caller()): IncomingOutcome =>
  decideIncoming(rule, who, new Date(at));

/** A Wednesday in winter, when London is at UTC. */
const NOON = '2026-01-14T12:00:00Z';
const NIGHT = '2026-01-14T23:00:00Z';
const SAID = { language: 'es', text: 'Estamos de vacaciones.' } as const;
const SAYS = { do: 'say', ...SAID } as const;
const ALL = { is: 'rings', browsers: true, phones: 'all', unanswered: 'nobody' };

test('without a rule of its own, a number rings everything for everybody, always', () => {
  const at = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
  fc.assert(
    fc.property(at, fc.constantFrom(caller(), anonymous, caller({ isBlockedInMessages: true })), (when, who) => {
      expect(decideIncoming(defaultRule('Asia/Kathmandu'), who, when)).toEqual({ ...ALL, because: 'always' });
    }),
  );
});

describe('what becomes of a call', () => {
  const phone = '0198b2c4-7d00-7000-8000-000000000001';
  const until = '2026-01-20T00:00:00Z';
  const goesOn = { afterSeconds: 20, then: { do: 'forward', to: ANNA, most: null } } as const;

  test.each<[string, NumberRule, string, IncomingOutcome]>([
    ['within hours', office, NOON, { ...ALL, because: 'open' } as IncomingOutcome],
    ['outside: busy', office, NIGHT, { is: 'refused', because: 'number_closed', as: 'busy' }],
    [
      'outside: nobody is there',
      ruleOf({ closed: { do: 'nobody' } }),
      NIGHT,
      { is: 'refused', because: 'number_closed', as: 'nobody' },
    ],
    [
      'outside: others ring',
      ruleOf({ closed: { do: 'ring', browsers: false, phones: [phone] } }),
      NIGHT,
      { is: 'rings', because: 'closed', browsers: false, phones: [phone], unanswered: 'nobody' },
    ],
    [
      'outside: it goes on at once',
      ruleOf({ closed: { do: 'forward', to: ANNA, most: '0.5' } }),
      NIGHT,
      { is: 'forwarded', because: 'closed', to: ANNA, most: '0.5' },
    ],
    [
      'within hours: it rings, and goes on when nobody answers',
      ruleOf({ open: { do: 'ring', browsers: true, phones: 'all', goesOn } }),
      NOON,
      { is: 'rings', because: 'open', browsers: true, phones: 'all', goesOn, unanswered: 'nobody' },
    ],
    [
      'within hours: one after another, each for the usual time',
      ruleOf({ open: { do: 'ring', browsers: true, phones: [phone], order: 'in_turn', phonesBeforeBrowsers: 1 } }),
      NOON,
      {
        ...{ is: 'rings', because: 'open', browsers: true, phones: [phone], unanswered: 'nobody' },
        ...{ order: 'in_turn', secondsEach: 20, phonesBeforeBrowsers: 1 },
      },
    ],
    [
      'within hours: together, where that is said',
      ruleOf({ open: { do: 'ring', browsers: true, phones: 'all', order: 'together', secondsEach: 30 } }),
      NOON,
      { ...ALL, because: 'open' } as IncomingOutcome,
    ],
    [
      'do not disturb, which nothing goes on from',
      ruleOf({ doNotDisturbUntil: until, open: { do: 'forward', to: ANNA, most: null } }),
      NOON,
      { is: 'refused', because: 'do_not_disturb', as: 'nobody' },
    ],
    [
      'do not disturb',
      ruleOf({ doNotDisturbUntil: until }),
      NOON,
      { is: 'refused', because: 'do_not_disturb', as: 'nobody' },
    ],
    [
      'do not disturb, and voicemail',
      ruleOf({ doNotDisturbUntil: until, unanswered: { do: 'voicemail' } }),
      NOON,
      { is: 'voicemail', because: 'do_not_disturb' },
    ],
    [
      'outside: voicemail',
      ruleOf({ closed: { do: 'voicemail' } }),
      NIGHT,
      { is: 'voicemail', because: 'number_closed' },
    ],
    [
      'within hours, and voicemail if nobody answers',
      ruleOf({ unanswered: { do: 'voicemail' } }),
      NOON,
      { ...ALL, because: 'open', unanswered: 'voicemail' } as IncomingOutcome,
    ],
    [
      'within hours: voicemail, and nothing rings',
      ruleOf({ open: { do: 'voicemail' } }),
      NOON,
      { is: 'voicemail', because: 'open' },
    ],
    ['within hours: a message', ruleOf({ open: SAYS }), NOON, { is: 'said', because: 'open', ...SAID }],
    [
      'within hours: busy',
      ruleOf({ open: { do: 'busy' } }),
      NOON,
      { is: 'refused', because: 'number_busy', as: 'busy' },
    ],
    ['outside: a message', ruleOf({ closed: SAYS }), NIGHT, { is: 'said', because: 'number_closed', ...SAID }],
    [
      'within hours, and a message if nobody answers',
      ruleOf({ unanswered: SAYS }),
      NOON,
      { ...ALL, because: 'open', unanswered: 'say' } as IncomingOutcome,
    ],
    [
      'within hours, and busy if nobody answers',
      ruleOf({ unanswered: { do: 'busy' } }),
      NOON,
      { ...ALL, because: 'open', unanswered: 'busy' } as IncomingOutcome,
    ],
    [
      'do not disturb, and a message',
      ruleOf({ doNotDisturbUntil: until, unanswered: SAYS }),
      NOON,
      { is: 'said', because: 'do_not_disturb', ...SAID },
    ],
    [
      'do not disturb, and busy',
      ruleOf({ doNotDisturbUntil: until, unanswered: { do: 'busy' } }),
      NOON,
      { is: 'refused', because: 'do_not_disturb', as: 'busy' },
    ],
    [
      'do not disturb until now',
      ruleOf({ doNotDisturbUntil: NOON }),
      NOON,
      { ...ALL, because: 'open' } as IncomingOutcome,
    ],
    [
      'a blocked number',
      ruleOf({ blocked: [ANNA] }),
      NOON,
      { is: 'refused', because: 'caller_blocked', as: 'declined' },
    ],
    [
      'a blocked prefix',
      ruleOf({ blocked: ['+4420*'] }),
      NOON,
      { is: 'refused', because: 'caller_blocked', as: 'declined' },
    ],
    ['a number that only begins like a blocked one', ruleOf({ blocked: ['+44207946'] }), NOON, open()],
    ['another prefix', ruleOf({ blocked: ['+4421*'] }), NOON, open()],
    ['a VIP in a blocked prefix', ruleOf({ blocked: ['+44*'], vips: [ANNA] }), NOON, open()],
    [
      'a VIP whose own number is blocked',
      ruleOf({ blocked: [ANNA], vips: [ANNA] }),
      NOON,
      { is: 'refused', because: 'caller_blocked', as: 'declined' },
    ],
    ['a VIP at night', ruleOf({ vips: [ANNA] }), NIGHT, { ...ALL, because: 'vip' } as IncomingOutcome],
    [
      'a VIP who is not to disturb',
      ruleOf({ vips: [ANNA], doNotDisturbUntil: until }),
      NIGHT,
      { ...ALL, because: 'vip' } as IncomingOutcome,
    ],
  ])('%s', (_what, rule, at, expected) => {
    expect(decide(rule, at)).toEqual(expected);
  });

  test('favourites and people blocked in messages count where the rule says so', () => {
    const [favourite, blocked] = [caller({ isFavourite: true }), caller({ isBlockedInMessages: true })];

    expect(decide(ruleOf({ favouritesRingThrough: true }), NIGHT, favourite)).toMatchObject({ because: 'vip' });
    expect(decide(office, NIGHT, favourite)).toMatchObject({ because: 'number_closed' });
    expect(decide(ruleOf({ refusesBlockedInMessages: true }), NOON, blocked)).toMatchObject({
      because: 'caller_blocked',
    });
    expect(decide(office, NOON, blocked)).toMatchObject({ because: 'open' });
  });

  test('who does not show a number is refused where the rule says so, and is no VIP', () => {
    const rule = ruleOf({ refusesAnonymous: true, favouritesRingThrough: true });

    expect(decide(rule, NOON, anonymous)).toEqual({ is: 'refused', because: 'anonymous_refused', as: 'anonymity' });
    expect(decide(office, NOON, anonymous)).toMatchObject({ is: 'rings' });
    expect(decide(rule, NOON, caller({ number: null }))).toMatchObject({ is: 'rings' });
  });

  const FORGED = ['failed_check', 'called_number', 'own_number', 'no_such_number'] as const;

  test.each(FORGED)('whose number may be forged (%s) is no VIP and no favourite, whoever it shows', (doubt) => {
    const forger = caller({ doubt, isFavourite: true });
    const rule = ruleOf({ vips: [ANNA], favouritesRingThrough: true });

    expect(decide(rule, NIGHT, caller())).toMatchObject({ because: 'vip' });
    expect(decide(rule, NIGHT, forger)).toEqual({ is: 'refused', because: 'number_closed', as: 'busy' });
    expect(decide(rule, NOON, forger)).toEqual(open());
    expect(decide({ ...rule, doNotDisturbUntil: until }, NOON, forger)).toMatchObject({ because: 'do_not_disturb' });
    expect(decide({ ...rule, blocked: ['+44*'] }, NOON, forger)).toMatchObject({ because: 'caller_blocked' });
  });

  test.each(FORGED)(
    'whose number may be forged (%s) is turned away or sent to voicemail where the rule says so',
    (doubt) => {
      const forger = caller({ doubt });
      const sent = ruleOf({ possiblyForged: 'voicemail', doNotDisturbUntil: until });
      const refused = ruleOf({ possiblyForged: 'refused', vips: [ANNA] });

      expect(decide(sent, NOON, forger)).toEqual({ is: 'voicemail', because: 'possibly_forged' });
      expect(decide(refused, NOON, forger)).toEqual({ is: 'refused', because: 'possibly_forged', as: 'declined' });
      expect(decide(refused, NIGHT, caller())).toMatchObject({ because: 'vip' });
      expect(decide(ruleOf({ blocked: [ANNA], possiblyForged: 'voicemail' }), NOON, forger)).toMatchObject({
        because: 'caller_blocked',
      });
    },
  );

  test('a neighbour may be forged, unless it is a VIP; who is blocked in messages alone is not', () => {
    const rule = ruleOf({ possiblyForged: 'refused' });
    const neighbour = caller({ doubt: 'neighbour' });

    expect(decide(rule, NOON, neighbour)).toMatchObject({ because: 'possibly_forged' });
    expect(decide({ ...rule, vips: [ANNA] }, NIGHT, neighbour)).toMatchObject({ because: 'vip' });
    expect(decide(rule, NOON, caller({ doubt: 'blocked' }))).toEqual(open());
  });

  test('a rule that was saved before it could say so takes callers whose number may be forged as usual', () => {
    const { possiblyForged, ...before } = office;
    const rule = numberRule.parse(before);

    expect(possiblyForged).toBe('as_usual');
    expect(decide(rule, NOON, caller({ doubt: 'failed_check' }))).toEqual(open());
  });

  function open(): IncomingOutcome {
    return { ...ALL, because: 'open' } as IncomingOutcome;
  }
});

describe('whatever the rule', () => {
  const clockTime = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
  const hours = fc.option(
    fc.array(fc.record({ days, from: clockTime, to: clockTime }), { minLength: 1, maxLength: 4 }),
  );
  const at = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') });
  const date = at.map((day) => day.toISOString().slice(0, 10));
  const daysOff = fc.array(fc.record({ date, name: fc.constant(''), isYearly: fc.boolean() }), { maxLength: 5 });
  const timeZone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia');
  const closed = fc.constantFrom<NumberRule['closed']>(
    { do: 'busy' },
    { do: 'nobody' },
    { do: 'ring', browsers: true, phones: [] },
  );
  const rule = fc.record({
    timeZone,
    hours,
    daysOff,
    closed,
    doNotDisturbUntil: fc.option(at.map((d) => d.toISOString())),
  });

  test('a VIP always rings what rings in opening hours', () => {
    fc.assert(
      fc.property(rule, at, (over, when) => {
        expect(decideIncoming(ruleOf({ ...over, vips: [ANNA] }), caller(), when)).toMatchObject(ALL);
      }),
    );
  });

  test('a blocked number never rings', () => {
    fc.assert(
      fc.property(rule, at, fc.boolean(), (over, when, isFavourite) => {
        const blocking = ruleOf({ ...over, blocked: [ANNA], vips: [ANNA], favouritesRingThrough: true });
        expect(decideIncoming(blocking, caller({ isFavourite }), when)).toMatchObject({ because: 'caller_blocked' });
      }),
    );
  });
});
