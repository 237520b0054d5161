import type { Page } from 'playwright-core';

/** The WebSockets between a page and the phone engine, one after the other, with all that was said on each. */
export interface SipLine {
  readonly sockets: readonly { sent: readonly string[]; received: readonly string[] }[];
  /** Ends the WebSocket that stands, on both sides; another opens once the line is restored. */
  cut(): Promise<void>;
  restore(): void;
}

/** Listens to a page's line to the engine: call it before the page is opened. */
export async function tapSipLine(page: Page, websocketUrl: string): Promise<SipLine> {
  const sockets: { sent: string[]; received: string[] }[] = [];
  let close = async (): Promise<void> => {};
  let whole = Promise.resolve();
  let restore = (): void => {};
  await page.routeWebSocket(
    (url) => url.port === new URL(websocketUrl).port,
    async (near) => {
      await whole;
      const said = { sent: [] as string[], received: [] as string[] };
      sockets.push(said);
      const far = near.connectToServer();
      near.onMessage((message) => {
        said.sent.push(String(message));
        far.send(message);
      });
      far.onMessage((message) => {
        said.received.push(String(message));
        near.send(message);
      });
      close = async () => void (await Promise.all([far.close(), near.close()]));
    },
  );
  return {
    sockets,
    async cut() {
      whole = new Promise((restored) => {
        restore = restored;
      });
      await close();
    },
    restore: () => restore(),
  };
}
