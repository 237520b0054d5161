import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Words } from './words.tsx';

test.each([
  ['See you at eight, and/or nine.', 'See you at eight, and/or nine.'],
  ['At https://example.com/a/b?c=d&e=1 today', 'At https://example.com/|a/|b?|c=|d&|e=|1 today'],
  ['www.example.com/menu', 'www.example.com/|menu'],
  ['example.com/what-is-on-today', 'example.com/|what-is-on-today'],
])('in %j addresses may be broken after what divides them', (text, broken) => {
  const html = renderToStaticMarkup(<Words text={text} />);
  expect(html.replaceAll('<wbr/>', '|').replaceAll('&amp;', '&')).toBe(broken);
});
