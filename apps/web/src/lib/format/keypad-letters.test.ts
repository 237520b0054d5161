import { expect, test } from 'vitest';
import { lettersToDigits } from './keypad-letters.ts';

test.each([
  ['1-800-FLOWERS', '1-800-3569377'],
  ['+1 800 go fedex', '+1 800 go fedex'],
  ['1 800 GoFedEx', '1 800 4633339'],
  ['0800 jazz', '0800 5299'],
  ['+44 7700 900123', '+44 7700 900123'],
  ['+447700900mm5#hh', '+447700900mm5#hh'],
  ['Elsie', 'Elsie'],
  ['*43', '*43'],
])('%s is dialled %s', (text, dialled) => {
  expect(lettersToDigits(text)).toBe(dialled);
});
