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

/**
 * Has somebody out there call a number; whoever answers hears their own echo, or the tone `hums`, or the tone `says`, in hertz, that is left on
 * a voicemail.
 */
export async function callIn(
  to: string,
  from: string,
  { says, hums, verstat }: { says?: number; hums?: number; verstat?: string } = {},
  { carrierRecordUrl }: { carrierRecordUrl: string } = stack,
): Promise<CallIn> {
  const reply = await fetch(`${carrierRecordUrl}/placed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, from, says, hums, verstat }),
  });
  if (!reply.ok) throw new Error(`Nobody calls ${to}: ${await reply.text()}`);
  const { call } = (await reply.json()) as { call: { callId: string } };
  const address = `${carrierRecordUrl}/placed/${call.callId}`;
  return {
    record: async () => ((await (await fetch(address)).json()) as { call: Awaited<ReturnType<CallIn['record']>> }).call,
    end: async () => void (await fetch(address, { method: 'DELETE' })),
  };
}

/** A page's registrations with the engine, and how many WebSockets stand between the two. */
export interface Lines {
  registrations(): number;
  open(): number;
}

/** Counts the page's lines to the engine: call it before the page is opened. */
export function watchLines(page: Page): Lines {
  let [registrations, open] = [0, 0];
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).port !== new URL(stack.websocketUrl).port) return;
    open += 1;
    socket.on('close', () => (open -= 1));
    socket.on('framereceived', ({ payload }) => {
      if (isRegistered(String(payload))) registrations += 1;
    });
  });
  return { registrations: () => registrations, open: () => open };
}

/** Whether it says that a Contact is registered. */
function isRegistered(message: string): boolean {
  return message.startsWith('SIP/2.0 200 ') && /^CSeq: \d+ REGISTER\r$/im.test(message) && /^Contact: /im.test(message);
}

/** The number of whoever is signed in on the page. */
export async function ownNumber(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token') ?? '');
  return await numberOf(new URL(page.url()).origin, token);
}

/** The number of whoever this token was given to. */
export async function numberOf(url: string, token: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await reply.json()) as { user: { numbers: string[] } };
  return user.numbers[0] ?? '';
}
