import { waitUntil } from '@farline/tools/wait-until';

/** Where Node listens once it is asked to by SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json';
const WITHIN_MS = 5_000;

/**
 * What a process of Node has in its heap and beside it that is still in use, in MiB: after it was made to clear away the rest, through its inspector. What is
 * resident says how much room V8 has taken, which doubles and halves by its own rules.
 */
export async function liveMiB(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const url = await waitUntil('the inspector to listen', inspectorOf, { withinMs: WITHIN_MS });
  const inspector = new WebSocket(url);
  try {
    await heard(inspector, 'open');
    await ask(inspector, 'HeapProfiler.collectGarbage');
    const { result } = await ask(inspector, 'Runtime.evaluate', {
      expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
      returnByValue: true,
    });
    return Number(result?.value) / 1024 ** 2;
  } finally {
    inspector.close();
  }
}

async function inspectorOf(): Promise<string | undefined> {
  try {
    const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
    return target?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
}

type Answered = { result?: { value: unknown } };

async function ask(inspector: WebSocket, method: string, params: object = {}): Promise<Answered> {
  inspector.send(JSON.stringify({ id: 1, method, params }));
  const answer = (await heard(inspector, 'message')) as MessageEvent;
  return (JSON.parse(String(answer.data)) as { result: Answered }).result;
}

async function heard(inspector: WebSocket, what: 'open' | 'message'): Promise<Event> {
  return await new Promise((resolve, reject) => {
    inspector.addEventListener(what, resolve, { once: true });
    inspector.addEventListener('error', () => reject(new Error('the inspector cannot be reached')), { once: true });
  });
}
