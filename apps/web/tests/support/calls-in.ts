import type { Page } from 'playwright-core';
import { stack } from './stack.ts';

/** A call that somebody out there places to a number of ours, as their network sees it. */
export interface CallIn {
  /** What became of it: the status of its answer or refusal, who ended it, and what was heard. */
  record(): Promise<{
    status: number | null;
    answeredAt: string | null;
    endedAt: string | null;
    endedBy: string | null;
    tones: { frequencyHz: number }[];
  }>;
  /** The caller gives up, or hangs up. */
  end(): Promise<void>;
}

/** Has somebody out there call a number; whoever answers hears their own echo. */
export async function callIn(to: string, from: string): Promise<CallIn> {
  const reply = await fetch(`${stack.carrierRecordUrl}/placed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, from }),
  });
  if (!reply.ok) throw new Error(`Nobody calls ${to}: ${await reply.text()}`);
  const { call } = (await reply.json()) as { call: { callId: string } };
  const address = `${stack.carrierRecordUrl}/placed/${call.callId}`;
  return {
    record: async () => ((await (await fetch(address)).json()) as { call: Awaited<ReturnType<CallIn['record']>> }).call,
    end: async () => void (await fetch(address, { method: 'DELETE' })),
  };
}

/** Resolves each time when the page has registered: call it before the page is opened. */
export function watchRegistrations(page: Page): { count: () => number } {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (text.startsWith('SIP/2.0 200 ') && /^CSeq: \d+ REGISTER\r$/im.test(text) && /^Contact: /im.test(text))
        count += 1;
    }),
  );
  return { count: () => count };
}

/** The number of whoever is signed in on the page. */
export async function ownNumber(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const token = localStorage.getItem('farline.token') ?? '';
    const reply = await fetch('/api/v1/auth/profile', { headers: { authorization: `Bearer ${token}` } });
    const { user } = (await reply.json()) as { user: { numbers: string[] } };
    return user.numbers[0] ?? '';
  });
}
