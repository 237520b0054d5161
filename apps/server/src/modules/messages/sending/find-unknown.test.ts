import { expect, test } from 'vitest';
import { fit } from './find-unknown.ts';

test.each([
  ['Hello', 'Hello', 3],
  ['Hello there, how are you today?', 'Hello there, how are', 2],
  ['Hello there', 'Hello', 2],
  ['¿Cómo estás? Té a las 5', '?Como est?s? Te a la', 0],
  ['¿Cómo estás? Té a las 5', '?Como estas? Te a la', 2],
  ['Привет, как дела? Позвони мне', 'Привет, как дела? По', 2],
  ['Привет', '??????', 0],
  ['Hello', '', 0],
  ['Hello', 'Goodbye', 0],
  [`${'a'.repeat(153)}and so it goes on and on`, 'and so it goes on an', 1],
  [`${'a'.repeat(153)}and`, 'and', 0],
] as const)('%j is told from others by %j: %i', (text, beginning, expected) => {
  expect(fit(text, beginning)).toBe(expected);
});
