import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DRIVER = process.env['FARLINE_WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver';
const STARTS_WITHIN_MS = 60_000;
/** A script of ours, or a page, that takes longer hangs. */
const ANSWERS_WITHIN_MS = 120_000;

/** Until the page has its new width and was drawn so; on a screen that nobody sees it draws when it likes. */
const UNTIL_DRAWN = `
  while (innerWidth !== args[0]) await new Promise((over) => setTimeout(over, 20));
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((drawn) => { requestAnimationFrame(drawn); setTimeout(drawn, 500); });
  }`;

/** Debian's WebKitGTK as a person's browser, driven by WebDriver (W3C), on a screen that nobody sees. */
export interface WebKit {
  version: string;
  goTo(url: string): Promise<void>;
  /** Gives the page this size, in px. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** Runs the body of an async function in the page; what it returns comes back as JSON. */
  run<Answer>(body: string, ...args: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts it; the caller closes it. */
export async function launchWebKit(): Promise<WebKit> {
  const screen = await openScreen();
  const port = await freePort();
  const home = homeOfNobody();
  const driver = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
    },
    stdio: 'ignore',
  });
  const end = async (): Promise<void> => {
    await Promise.all([stop(driver), stop(screen.server)]);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      // Debian 13's driver takes nothing else; fetch would say that it is text.
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`WebKit refused ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    await untilReady(send);
    return await openSession(send, end);
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

async function openSession(send: Send, end: () => Promise<void>): Promise<WebKit> {
  const { sessionId, capabilities } = (await send('POST', '/session', { capabilities: {} })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: ANSWERS_WITHIN_MS, pageLoad: ANSWERS_WITHIN_MS });
  const run = async <Answer>(body: string, ...args: unknown[]): Promise<Answer> => {
    const script = `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
      (async () => { ${body} })().then((answer) => done({ answer }), (error) => done({ error: String(error) }));`;
    const told = (await send('POST', `${session}/execute/async`, { script, args })) as {
      answer?: Answer;
      error?: string;
    };
    if (told.error !== undefined) throw new Error(told.error);
    return told.answer as Answer;
  };
  return {
    version: capabilities.browserVersion,
    run,
    goTo: async (url) => void (await send('POST', `${session}/url`, { url })),
    async resize({ width, height }) {
      const [aroundX, aroundY] = await run<[number, number]>(
        'return [outerWidth - innerWidth, outerHeight - innerHeight];',
      );
      await send('POST', `${session}/window/rect`, { width: width + aroundX, height: height + aroundY });
      await run(UNTIL_DRAWN, width);
    },
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

/** A home in which nothing is set but that a window may be as narrow as a telephone: its bar of buttons takes 447 px otherwise. */
function homeOfNobody(): string {
  const home = mkdtempSync(join(tmpdir(), 'farline-webkit-'));
  const settings = join(home, 'config/gtk-3.0');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'gtk.css'),
    '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border-width: 0; }',
  );
  return home;
}

/** An X server without a screen, on a display that is free. */
async function openScreen(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(server.stdout), 'line', {
    signal: AbortSignal.timeout(STARTS_WITHIN_MS),
  })) as [string];
  return { display: `:${line.trim()}`, server };
}

async function untilReady(send: Send): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((over) => setTimeout(over, 100));
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
