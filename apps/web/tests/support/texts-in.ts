import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { stack } from './stack.ts';

/** The number of whoever is signed in. */
export async function ownNumber(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('farline.token')}` };
    const { user } = (await (await fetch('/api/v1/auth/profile', { headers })).json()) as {
      user: { numbers: string[] };
    };
    return user.numbers[0] ?? '';
  });
}

/** Somebody out there writes to a number. */
export async function receive(to: string, from: string, text: string): Promise<void> {
  const reply = await fetch(new URL('/written', stack.carrierRecordUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, from, text }),
  });
  expect(reply.status).toBe(201);
}
