import { expect, test } from 'vitest';
import { type AnswerKind, createCarrierHealth } from './carrier-health.ts';

const SECOND_MS = 1000;

function carrierHealth() {
  const time = { now: 0 };
  const changes: string[] = [];
  const one = createCarrierHealth({
    timing: { now: () => time.now },
    random: () => 0,
    changed: (state) => changes.push(state),
  });
  const answered = (kind: AnswerKind, why: string, recipient = '+447700900123') =>
    one.answered(kind, { recipient, why });
  return { ...one, answered, time, changes };
}

test('a carrier that can’t now rests after three such answers in a row, each about another recipient, longer each time, and works again', () => {
  const { answered, isOpen, time, changes } = carrierHealth();
  for (const recipient of ['+447700900001', '+447700900002', '+447700900003']) {
    expect(isOpen()).toBe(true);
    answered('not_now', 'ESME_RSYSERR', recipient);
  }
  expect([isOpen(), changes]).toEqual([false, ['unbound']]);
  for (const seconds of [10, 20, 40, 80, 90, 90]) {
    time.now += seconds * SECOND_MS - 1;
    expect(isOpen()).toBe(false);
    time.now += 1;
    expect(isOpen()).toBe(true);
    answered('not_now', 'ESME_RSYSERR');
  }
  time.now += 90 * SECOND_MS;
  answered('works', 'ESME_ROK');
  expect([isOpen(), changes]).toEqual([true, ['unbound', 'bound']]);
});

test('a carrier that can take nothing for one recipient rests for that one alone, longer each time, until it takes something', () => {
  const { answered, isOpen, isOpenTo, time, changes } = carrierHealth();
  const [unreachable, other] = ['+447700900001', '+447700900002'];
  const open = () => [isOpen(), isOpenTo(other), isOpenTo(unreachable)];
  for (let answers = 0; answers < 10; answers += 1) answered('not_now', 'ESME_RSYSERR', unreachable);
  expect([open(), changes]).toEqual([[true, true, false], []]);
  answered('works', 'ESME_ROK', other);
  expect(open()).toEqual([true, true, false]);
  for (const seconds of [10, 20, 40]) {
    time.now += seconds * SECOND_MS - 1;
    expect(open()).toEqual([true, true, false]);
    time.now += 1;
    expect(open()).toEqual([true, true, true]);
    answered('not_now', 'ESME_RSYSERR', unreachable);
  }
  time.now += 80 * SECOND_MS;
  answered('works', 'ESME_ROK', unreachable);
  answered('not_now', 'ESME_RSYSERR', unreachable);
  expect(open()).toEqual([true, true, true]);
});

test('one message that is tried again and again, after longer pauses each time, finds a carrier that can’t now at rest', () => {
  const { answered, isOpenTo, time } = carrierHealth();
  const met: boolean[] = [];
  for (let tries = 0; tries < 8; tries++) {
    met.push(isOpenTo('+447700900001'));
    if (isOpenTo('+447700900001')) answered('not_now', 'ESME_RSYSERR', '+447700900001');
    time.now += Math.min(60, 0.5 * 2 ** tries) * SECOND_MS;
  }
  expect(met.slice(0, 5)).toEqual([true, true, true, false, false]);
});

test('a carrier that takes messages between those it can’t take now goes on', () => {
  const { answered, isOpen } = carrierHealth();
  for (let answers = 0; answers < 30; answers++)
    answered(answers % 3 === 2 ? 'works' : 'not_now', 'ESME_RX_T_APPN', `+4477009000${answers}`);
  expect(isOpen()).toBe(true);
});

test('a carrier that throttles goes on for a minute, and rests where it has taken nothing in that', () => {
  const { answered, isOpen, time } = carrierHealth();
  for (; time.now < 60 * SECOND_MS; time.now += SECOND_MS) answered('too_much', 'ESME_RTHROTTLED');
  expect(isOpen()).toBe(true);
  answered('too_much', 'ESME_RTHROTTLED');
  time.now += 61 * SECOND_MS;
  expect(isOpen()).toBe(false);
  time.now += 29 * SECOND_MS;
  expect(isOpen()).toBe(true);
  answered('too_much', 'ESME_RTHROTTLED');
  expect(isOpen()).toBe(false);
});

test('what a carrier throttles long after one another, or takes something between, is no reason to rest', () => {
  const { answered, isOpen, time } = carrierHealth();
  for (let times = 0; times < 20; times++) {
    answered('too_much', 'ESME_RMSGQFUL');
    time.now += times < 10 ? 180 * SECOND_MS : 40 * SECOND_MS;
    if (times >= 10) answered('works', 'ESME_ROK');
  }
  expect(isOpen()).toBe(true);
});
