import '../testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { refusal, unanswered } from './http.ts';
import { tryIntent } from './try-intent.ts';

/** Tries what is wanted, with this outcome, and gives the key that was sent. */
async function keyOf(wanted: string, outcome: 'done' | Error): Promise<string | undefined> {
  const keys: string[] = [];
  await tryIntent(wanted, async (key) => {
    keys.push(key);
    if (outcome !== 'done') throw outcome;
  }).catch((error: unknown) => {
    if (error !== outcome) throw error;
  });
  return keys[0];
}

test('what may have been done is tried again with the same key, whatever was wanted in between', async () => {
  const first = await keyOf('add 25', unanswered('timeout'));
  const second = await keyOf('add 25', refusal(502, ''));
  const other = await keyOf('add 50', 'done');
  const third = await keyOf('add 25', 'done');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, first]);
  expect(other).not.toBe(first);
});

test.each<['done' | Error]>([['done'], [refusal(409, '')]])(
  'after %s the same once more is a new intent',
  async (outcome) => {
    const first = await keyOf('add 100', outcome);
    expect(await keyOf('add 100', 'done')).not.toBe(first);
  },
);
