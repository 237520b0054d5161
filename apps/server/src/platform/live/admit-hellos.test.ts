import { expect, test } from 'vitest';
import type { Verdict, WantedWork } from '../admission/admission.ts';
import { admitHellos } from './admit-hellos.ts';

/** Says hello to a server that may be overloaded, a second after the last who did. */
function door({ networkOf = (address: string): string => address } = {}) {
  const wanted: WantedWork[] = [];
  const state: { verdict: Verdict; atMs: number; welcomed: number } = {
    verdict: { admitted: true },
    atMs: Date.UTC(2026, 0, 1),
    welcomed: 0,
  };
  const admit = admitHellos({
    admit: (work) => {
      wanted.push(work);
      return state.verdict;
    },
    signerOf: async (token) => (token === 'not ours' ? null : token),
    clock: { now: () => new Date(state.atMs) },
    networkOf,
    hellosAtOnce: 4,
  });
  const hello = async (token: string, address = '192.0.2.1') => {
    let isProved = false;
    const said = { token, address, proved: () => void (isProved = true) };
    const refused = await admit(said, async () => void (state.welcomed += 1)).catch((problem: unknown) => problem);
    return { refused, isProved };
  };
  return { state, wanted, hello };
}

test('in an overload a hello is refused by whose token it is, nobody is welcomed, and it counts against nobody', async () => {
  const { state, wanted, hello } = door();
  state.verdict = { admitted: false, retryAfterSeconds: 4 };
  for (let times = 0; times < 200; times += 1) {
    const { refused, isProved } = await hello('ada');
    expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 4 });
    expect(isProved).toBe(true);
  }
  expect(wanted[0]).toEqual({ precedence: 'deferrable', owner: 'ada' });
  expect(state.welcomed).toBe(0);

  state.verdict = { admitted: true };
  expect((await hello('ada')).refused).toBeUndefined();
});

test('a token that is not ours is refused before anything else, and proves nothing', async () => {
  const { wanted, hello } = door();
  const { refused, isProved } = await hello('not ours');

  expect(refused).toMatchObject({ code: 'unauthorized' });
  expect(isProved).toBe(false);
  expect(wanted).toEqual([]);
});

test('an account says hello 120 times a minute, from wherever, and is told when it may again', async () => {
  const { state, hello } = door();
  for (let times = 0; times < 120; times += 1) expect((await hello('ada', `192.0.2.${times}`)).refused).toBeUndefined();

  state.atMs += 20_000;
  expect((await hello('ada')).refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 40 });
  expect((await hello('bob')).refused).toBeUndefined();
  state.atMs += 40_000;
  expect((await hello('ada')).refused).toBeUndefined();
  expect(state.welcomed).toBe(122);
});

test('an address says hello 1,200 times a minute, whoever it is', async () => {
  const { hello } = door();
  for (let times = 0; times < 1_200; times += 1) expect((await hello(`user ${times}`)).refused).toBeUndefined();

  expect((await hello('ada')).refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
  expect((await hello('ada', '192.0.2.2')).refused).toBeUndefined();
});
