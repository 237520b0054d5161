import type { Page } from 'playwright-core';

/** The WebSockets of a page's calls to the phone engine, one after the other, with all that was said on each. */
export interface SipLine {
  /** That on which calls come in is none of them: it begins with a REGISTER. */
  readonly sockets: readonly { sent: readonly string[]; received: readonly string[] }[];
  /** Ends the WebSockets that stand, on both sides; others open once the line is restored. */
  cut(): Promise<void>;
  restore(): void;
}

/** Listens to a page's line to the engine: call it before the page is opened. */
export async function tapSipLine(page: Page, websocketUrl: string): Promise<SipLine> {
  const sockets: { sent: string[]; received: string[] }[] = [];
  const open = new Set<() => Promise<void>>();
  let whole = Promise.resolve();
  let restore = (): void => {};
  await page.routeWebSocket(
    (url) => url.port === new URL(websocketUrl).port,
    async (near) => {
      await whole;
      const said = { sent: [] as string[], received: [] as string[] };
      const far = near.connectToServer();
      near.onMessage((message) => {
        const isOfCall = !String(message).startsWith('REGISTER ');
        if (said.sent.length === 0 && isOfCall) sockets.push(said);
        said.sent.push(String(message));
        far.send(message);
      });
      far.onMessage((message) => {
        said.received.push(String(message));
        near.send(message);
      });
      open.add(async () => void (await Promise.all([far.close(), near.close()])));
    },
  );
  return {
    sockets,
    async cut() {
      whole = new Promise((restored) => {
        restore = restored;
      });
      const ended = [...open].map(async (close) => await close());
      open.clear();
      await Promise.allSettled(ended);
    },
    restore: () => restore(),
  };
}
