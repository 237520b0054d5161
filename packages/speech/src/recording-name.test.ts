import { expect, test } from 'vitest';
import { recordingName } from './recording-name.ts';

test.each([
  ['You dialled', 'you-dialled'],
  ['Echo test.', 'echo-test'],
  ['Grüß Gott, Welt!', 'grüß-gott-welt'],
  ['残高は', '残高は'],
  ['../../etc/passwd', 'etc-passwd'],
])('a recording of "%s" is called %s', (text, name) => {
  expect(recordingName(text)).toBe(name);
});

test('long texts and texts without words have names that tell them apart', () => {
  const long = 'one '.repeat(40);
  expect(recordingName(`${long}a`)).not.toBe(recordingName(`${long}b`));
  expect(recordingName(`${long}a`).length).toBeLessThan(80);
  expect(recordingName('…')).toMatch(/^[0-9a-f]{8}$/);
  expect(recordingName('…')).not.toBe(recordingName('!'));
});
