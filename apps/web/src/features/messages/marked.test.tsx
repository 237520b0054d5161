import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Marked } from './marked.tsx';

test.each([
  ['See you at Eight, EIGHT sharp', 'eight', 'See you at <Eight>, <EIGHT> sharp'],
  ['It costs $4.50', '$4', 'It costs <$4>.50'],
  ['See you at eight', 'eight see', '<See> you at <eight>'],
  ['Nothing of it', 'zither', 'Nothing of it'],
  ['Nothing was searched for', '', 'Nothing was searched for'],
])('in %j all of %j is marked', (text, searched, marked) => {
  const html = renderToStaticMarkup(<Marked text={text} searched={searched} />);
  expect(html.replaceAll(/<mark [^>]*>/g, '<').replaceAll('</mark>', '>')).toBe(marked);
});
