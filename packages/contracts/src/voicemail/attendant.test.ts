import { expect, test } from 'vitest';
import { arrivedSound, keptSound, readSound } from './attendant.ts';

const name = { accountId: 'account', id: 'message' };

test('the sound of a message is read where it is kept, and else where it arrived', async () => {
  const lies = new Set([arrivedSound('message')]);
  const read = async (path: string) => (lies.has(path) ? path : null);

  expect(await readSound(name, read)).toBe('arrived/message.wav');
  lies.add(keptSound(name));
  expect(await readSound(name, read)).toBe('account/message.wav');
});

test('the sound of a message is found that is put where it is kept between two looks', async () => {
  const lies = new Set([arrivedSound('message')]);
  const read = async (path: string) => {
    const isThere = lies.has(path);
    if (path === keptSound(name) && !isThere) {
      lies.delete(arrivedSound('message'));
      lies.add(path);
    }
    return isThere ? path : null;
  };

  expect(await readSound(name, read)).toBe(keptSound(name));
});

test('the sound of a message that lies nowhere is none', async () => {
  expect(await readSound(name, async () => null)).toBeNull();
});
