import { plainResponse, STATUS } from '@farline/smpp';
import { expect, test } from 'vitest';
import type { SubmitOutcome } from './bind.ts';
import { aPart, bindWorld, boundWorld, PASSWORD, untilBound } from './testing/bind-world.ts';
import { accepted } from './testing/scripted-carrier.ts';

const SECOND_MS = 1000;
const refusing = (status: number) => () => plainResponse('submit_sm', status);
const nobodyAnswers = { answer: () => null };
const tally = (outcomes: readonly SubmitOutcome[]) => outcomes.map(({ outcome }) => outcome);

test.each([
  ['3.4', 0x34],
  ['5.0', 0x50],
] as const)('it binds as SMPP %s, and says when it is bound', async (version, interfaceVersion) => {
  const { carrier, changes } = await boundWorld({ settings: { version, systemType: 'VMA' } });

  expect(carrier.last().bind).toEqual({
    command: 'bind_transceiver',
    systemId: 'farline',
    password: PASSWORD,
    systemType: 'VMA',
    interfaceVersion,
  });
  expect(changes).toEqual(['bound']);
});

test('what the carrier takes has its id', async () => {
  const script = { answer: () => ({ command: 'submit_sm_resp', status: 0, messageId: 'abc-7' }) as const };
  const { bind, carrier } = await boundWorld({ script });

  expect(await bind.submit(aPart())).toEqual({ outcome: 'accepted', carrierMessageId: 'abc-7' });
  expect(carrier.submitted()).toHaveLength(1);
});

test.each([
  [STATUS.ESME_RINVDSTADR, { outcome: 'refused', status: 'ESME_RINVDSTADR' }],
  [0x0401, { outcome: 'refused', status: '0x00000401' }],
  [STATUS.ESME_RSYSERR, { outcome: 'later', why: 'ESME_RSYSERR' }],
  [STATUS.ESME_RTHROTTLED, { outcome: 'later', why: 'ESME_RTHROTTLED' }],
  [STATUS.ESME_RMSGQFUL, { outcome: 'later', why: 'ESME_RMSGQFUL' }],
] as const)('a submit that is answered with %i was not taken', async (status, outcome) => {
  const { bind, carrier } = await boundWorld({ script: { answer: refusing(status) } });

  expect(await bind.submit(aPart())).toEqual(outcome);
  expect(carrier.submitted()).toHaveLength(1);
});

test('a submit that the carrier did not understand was not taken', async () => {
  const answer = () => ({ command: 'generic_nack', status: STATUS.ESME_RINVCMDID }) as const;
  const { bind } = await boundWorld({ script: { answer } });

  expect(await bind.submit(aPart())).toEqual({ outcome: 'refused', status: 'ESME_RINVCMDID' });
});

test('no more messages wait for the carrier than the window lets, and their order stays', async () => {
  const { bind, carrier } = await boundWorld({ script: nobodyAnswers, settings: { window: 3 } });
  const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const submitting = texts.map(async (text) => await bind.submit(aPart(text)));
  const { submits, link } = carrier.last();

  for (let answered = 0; answered < texts.length; answered++) {
    await expect.poll(() => submits).toHaveLength(Math.min(answered + 3, texts.length));
    link.respond(submits[answered]?.sequence ?? 0, accepted());
  }

  expect(tally(await Promise.all(submitting))).toEqual(texts.map(() => 'accepted'));
  expect(submits.map(({ message }) => Buffer.from(message.octets).toString())).toEqual(texts);
});

test.each([STATUS.ESME_RSYSERR, STATUS.ESME_RX_T_APPN, STATUS.ESME_RINVBNDSTS, STATUS.ESME_RSERTYPUNAVAIL])(
  'a carrier that answers %i again and again is asked nothing for a while, and then again',
  async (status) => {
    let takes = false;
    const answer = () => (takes ? accepted() : plainResponse('submit_sm', status));
    const { bind, carrier, changes, timing } = await boundWorld({ script: { answer }, settings: { window: 1 } });
    const submitting = [1, 2, 3, 4, 5].map(
      async (place) => await bind.submit(aPart('Hi', { to: `+44770090000${place}` })),
    );

    expect(tally(await Promise.all(submitting))).toEqual(Array(5).fill('later'));
    expect(carrier.submitted()).toHaveLength(3);
    expect([bind.isBound(), changes]).toEqual([false, ['bound', 'unbound']]);
    expect(await bind.submit(aPart())).toMatchObject({ outcome: 'later' });
    takes = true;
    timing.pass(10 * SECOND_MS);
    expect(await bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
    expect([bind.isBound(), changes]).toEqual([true, ['bound', 'unbound', 'bound']]);
  },
);

test('the parts of one text that a carrier can’t take now leave it open to everybody else', async () => {
  const { bind } = await boundWorld({ script: { answer: refusing(STATUS.ESME_RSYSERR) } });
  const to = '+447700900001';
  const parts = ['a', 'b', 'c', 'd'].map(async (text) => await bind.submit(aPart(text, { to })));

  expect(tally(await Promise.all(parts))).toEqual(Array(4).fill('later'));
  expect([bind.isBound(), bind.takesNow(), bind.takesNow('+447700900002')]).toEqual([true, true, true]);
  expect(bind.takesNow(to)).toBe(false);
});

test('after a throttled message the next ones wait, and as time passes they go', async () => {
  let isThrottling = true;
  const answer = () => (isThrottling ? plainResponse('submit_sm', STATUS.ESME_RTHROTTLED) : accepted());
  const { bind, carrier, timing } = await boundWorld({ script: { answer } });
  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'later' });
  isThrottling = false;

  const submitting = bind.submit(aPart());
  expect(carrier.submitted()).toHaveLength(1);
  timing.pass(2 * SECOND_MS);

  expect(await submitting).toMatchObject({ outcome: 'accepted' });
});

test('after a message that was taken with the word that it is too much, the next ones wait, and go as time passes', async () => {
  const answer = () => ({ ...accepted(), congestionState: 100 });
  const { bind, carrier, timing } = await boundWorld({ script: { answer } });
  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });

  const submitting = bind.submit(aPart());
  expect(carrier.submitted()).toHaveLength(1);
  timing.pass(2 * SECOND_MS);

  expect(await submitting).toMatchObject({ outcome: 'accepted' });
});

test('what was on the wire when the link died is unknown, what waited is not sent, and nothing is sent twice', async () => {
  const { bind, carrier, timing, changes } = await boundWorld({ script: nobodyAnswers, settings: { window: 2 } });
  const submitting = [1, 2, 3, 4].map(async () => await bind.submit(aPart()));
  await expect.poll(() => carrier.submitted()).toHaveLength(2);

  carrier.last().link.destroy('dies');

  expect(tally(await Promise.all(submitting))).toEqual(['unknown', 'unknown', 'later', 'later']);
  expect(changes).toEqual(['bound', 'unbound']);
  expect(await bind.submit(aPart())).toEqual({ outcome: 'later', why: 'not bound' });
  timing.pass(SECOND_MS);
  await untilBound(bind);
  expect(carrier.sessions).toHaveLength(2);
  expect(carrier.submitted()).toHaveLength(2);
  expect(changes).toEqual(['bound', 'unbound', 'bound']);
});

test('what is not answered in its time is unknown, and the link is made anew', async () => {
  const { bind, carrier, timing } = await boundWorld({ script: nobodyAnswers });
  const submitting = bind.submit(aPart());
  await expect.poll(() => carrier.submitted()).toHaveLength(1);
  timing.pass(30 * SECOND_MS);

  expect(await submitting).toEqual({ outcome: 'unknown' });
  expect(bind.isBound()).toBe(false);
  timing.pass(SECOND_MS);
  await untilBound(bind);
});

test('a message whose turn does not come in half a minute is given back, and never sent', async () => {
  const { bind, carrier, timing } = await boundWorld({ settings: { perSecond: 1, window: 100 } });
  const submitting = Array.from({ length: 40 }, async () => await bind.submit(aPart()));
  await submitting[0];
  timing.pass(30 * SECOND_MS);

  const outcomes = tally(await Promise.all(submitting));
  expect(outcomes).toEqual([...Array(30).fill('accepted'), ...Array(10).fill('later')]);
  timing.pass(20 * SECOND_MS);
  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
  expect(carrier.submitted()).toHaveLength(31);
});

test('there is a bound on what waits, and beyond it nothing is taken', async () => {
  const { bind, carrier } = await boundWorld({ script: nobodyAnswers, settings: { window: 1 } });
  const submitting = Array.from({ length: 2001 }, async () => await bind.submit(aPart()));

  expect(await bind.submit(aPart())).toEqual({ outcome: 'later', why: 'too many messages wait' });

  carrier.last().link.destroy('dies');
  expect(tally(await Promise.all(submitting))).toEqual(['unknown', ...Array(2000).fill('later')]);
});

test('a carrier that says nothing when it is asked is left, and bound again', async () => {
  const { bind, carrier, timing } = await boundWorld();
  carrier.last().socket.pause();

  timing.pass(30 * SECOND_MS);
  expect(bind.isBound()).toBe(true);
  timing.pass(30 * SECOND_MS);

  expect(bind.isBound()).toBe(false);
  timing.pass(SECOND_MS);
  await untilBound(bind);
});

test('a carrier that unbinds us is answered, and bound again', async () => {
  const { bind, carrier, timing, changes } = await boundWorld();

  expect(await carrier.last().link.request({ command: 'unbind' })).toMatchObject({ status: STATUS.ESME_ROK });

  await expect.poll(() => changes).toEqual(['bound', 'unbound']);
  timing.pass(SECOND_MS);
  await untilBound(bind);
});

test('a carrier that refuses us is asked again at growing intervals, and the password stands in no log', async () => {
  const script = { bindStatus: () => STATUS.ESME_RINVPASWD };
  const { bind, carrier, timing, changes, logged } = await bindWorld({ script });
  for (const [attempts, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await expect.poll(() => carrier.sessions).toHaveLength(attempts + 1);
    await expect.poll(() => carrier.last().link.isOpen).toBe(false);
    await expect.poll(() => timing.waiting).toBe(1);
    timing.pass(seconds * SECOND_MS - 1);
    expect(timing.waiting).toBe(1);
    timing.pass(1);
  }
  expect(bind.isBound()).toBe(false);
  expect(changes).toEqual(['unbound']);
  expect(JSON.stringify(logged)).toContain('ESME_RINVPASWD');
  expect(JSON.stringify(logged)).not.toContain(PASSWORD);
});

test('a carrier that is not there is asked again', async () => {
  const world = await boundWorld();
  const { carrier, timing, changes, bind } = world;
  await carrier.close();
  await expect.poll(() => changes).toEqual(['bound', 'unbound']);

  timing.pass(SECOND_MS);

  await expect.poll(() => timing.waiting).toBe(1);
  expect(bind.isBound()).toBe(false);
});

test('a peer that does not speak SMPP is left', async () => {
  const { bind, carrier, changes } = await boundWorld();

  carrier.last().socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');

  await expect.poll(() => changes).toEqual(['bound', 'unbound']);
  expect(bind.isBound()).toBe(false);
});

test('closing hears what is due, gives back what waits, and unbinds', async () => {
  const { bind, carrier } = await boundWorld({ script: nobodyAnswers, settings: { window: 1 } });
  const [due, waiting] = [bind.submit(aPart()), bind.submit(aPart())];
  await expect.poll(() => carrier.submitted()).toHaveLength(1);
  const { link, submits, others } = carrier.last();

  const closing = bind.close();
  expect(await waiting).toEqual({ outcome: 'later', why: 'we are closing' });
  link.respond(submits[0]?.sequence ?? 0, accepted());

  expect(await due).toMatchObject({ outcome: 'accepted' });
  await closing;
  expect(others).toEqual(['unbind']);
  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'later' });
});

test('what cannot be written at all is thrown, and nothing is sent', async () => {
  const { bind, carrier } = await boundWorld();

  await expect(bind.submit(aPart('Hello', { from: 'ЅТОР' }))).rejects.toThrow(RangeError);
  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
  expect(carrier.submitted()).toHaveLength(1);
});
