import type { Page } from 'playwright-core';

export type PhoneWord = 'idle' | 'starting' | 'calling' | 'ringing' | 'in-call' | 'ended' | 'elsewhere';

/** The phone as a test handles it: by what a person sees and presses. */
export function phoneOn(page: Page) {
  const root = page.getByTestId('phone');
  const field = page.getByTestId('number-field');
  return {
    root,
    field,

    /** Opens the sheet where the phone is no dock. */
    async open(): Promise<void> {
      await page.getByTestId('open-phone').or(root).first().waitFor();
      if (!(await root.isVisible())) await page.getByTestId('open-phone').click();
    },

    async type(number: string): Promise<void> {
      await field.fill(number);
    },

    /** What stands under the number: destination, price per minute, how long the balance lasts. */
    async readQuote(): Promise<{ destination: string; price: string; talkTime: string }> {
      await page.getByTestId('price').waitFor();
      const text = async (id: string): Promise<string> => (await page.getByTestId(id).allTextContents()).join('');
      return { destination: await text('destination'), price: await text('price'), talkTime: await text('talk-time') };
    },

    async call(): Promise<void> {
      await page.getByTestId('call-button').click();
    },

    async hangUp(): Promise<void> {
      await page.getByTestId('hang-up').click();
    },

    /** Resolves as soon as the phone is in one of these states, and says in which. */
    async reaches(...words: PhoneWord[]): Promise<PhoneWord> {
      const selector = words.map((word) => `[data-testid="phone"][data-state="${word}"]`).join(', ');
      const reached = page.locator(selector).first();
      await reached.waitFor({ timeout: 45_000 });
      return (await reached.getAttribute('data-state')) as PhoneWord;
    },

    async pressKeys(keys: string): Promise<void> {
      const pad = root.getByRole('group', { name: 'Keypad' });
      if (!(await pad.isVisible())) await root.getByRole('button', { name: 'Keypad' }).click();
      for (const key of keys) await root.locator(`[data-key="${key}"]`).click();
    },

    /** Bars of the connection; null before the first measurement. */
    async bars(): Promise<number | null> {
      const bars = await page.getByTestId('quality').getAttribute('data-bars');
      return bars === null || bars === '' ? null : Number(bars);
    },

    async readEnd(): Promise<{ reason: string; duration: string | null; price: string; amount: string | null }> {
      await page.locator('[data-testid="ended-price"][data-amount]').waitFor({ timeout: 20_000 });
      const text = async (id: string): Promise<string> => (await page.getByTestId(id).textContent()) ?? '';
      return {
        reason: await text('end-reason'),
        duration: (await page.getByTestId('ended-duration').count()) > 0 ? await text('ended-duration') : null,
        price: await text('ended-price'),
        amount: await page.getByTestId('ended-price').getAttribute('data-amount'),
      };
    },
  };
}

/**
 * Presses Esc on a call so many times, one right after the other, and gives what the end button then says. Within the page: the
 * question whether to hang up stands for two seconds, which a busy machine may spend between two words of a test.
 */
export async function pressEscape(page: Page, times: 1 | 2): Promise<string> {
  return await page.evaluate(async (count) => {
    for (let time = 0; time < count; time += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
    await new Promise((shown) => setTimeout(shown));
    return document.querySelector('[data-testid="hang-up"]')?.textContent ?? '';
  }, times);
}
