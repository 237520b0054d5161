import '../../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PhoneSlotContext } from './phone-slots.tsx';
import { CallBarParts } from './call-bar.tsx';
import { CallView } from './call-view.tsx';
import { aCall } from '../testing/a-call.ts';

const talking = { state: 'talking', call: aCall(), answeredAtMs: Date.now(), signalling: 'connected' } as const;

/** The first tag of each button. */
function buttonsOf(view: React.ReactNode): string[] {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <PhoneSlotContext value={() => null}>{view}</PhoneSlotContext>
    </MemoryRouter>,
  );
  return markup.match(/<button[^>]*>/g) ?? [];
}
const having = (buttons: string[], attribute: string): number =>
  buttons.filter((tag) => tag.includes(` ${attribute}=`)).length;

test('a button that says what a press does now says no state beside it, and one that opens something says whether it is open', () => {
  const buttons = buttonsOf(<CallView phone={talking} />);
  expect(buttons.some((tag) => tag.includes('data-testid="mute"'))).toBe(true);
  expect([having(buttons, 'aria-pressed'), having(buttons, 'aria-expanded')]).toEqual([0, 3]);
  const bar = buttonsOf(<CallBarParts onOpen={() => undefined} />);
  expect(bar.some((tag) => tag.includes('data-testid="bar-mute"'))).toBe(true);
  expect(having(bar, 'aria-pressed')).toBe(0);
});
