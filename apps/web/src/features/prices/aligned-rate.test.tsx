import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AlignedRate } from './aligned-rate.tsx';

test.each([
  ['0.1600', '$0.16', 2],
  ['0.0180', '$0.018', 1],
  ['0.0185', '$0.0185', 0],
  ['1', '$1.00', 2],
  ['0.012345', '$0.012345', 0],
])('a rate of %s reads %s in a column, with unseen room for %d digits', (amount, read, missing) => {
  const cell = renderToStaticMarkup(<AlignedRate of={{ amount, currency: 'USD' }} />);
  const [, shown, unseen = ''] =
    /">(\$[\d.]+)(?:<span aria-hidden="true" class="invisible">(0+)<\/span>)?<\/span>$/.exec(cell) ?? [];
  expect([shown, unseen.length]).toEqual([read, missing]);
});
