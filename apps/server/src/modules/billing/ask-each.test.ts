import { expect, test } from 'vitest';
import { askEach } from './ask-each.ts';

test('one that cannot be asked for does not keep the others waiting; after two, the provider is left alone', async () => {
  const [asked, failed]: [number[], number[]] = [[], []];
  const ask = async (one: number) => {
    asked.push(one);
    if (one % 2 === 0) throw new Error('no answer');
  };

  await askEach([1, 2, 3, 4, 5], ask, (one) => failed.push(one));

  expect(asked).toEqual([1, 2, 3, 4]);
  expect(failed).toEqual([2, 4]);
});
