import { vi } from 'vitest';

/** What the API client needs of a browser, for tests in Node: import it before the client. */
export const storage = new Map<string, string>();

vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});
vi.stubGlobal('document', {
  cookie: '',
  documentElement: { dataset: {} },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

type StorageChange = Pick<StorageEvent, 'key' | 'newValue'>;
const storageListeners: ((event: StorageChange) => void)[] = [];
vi.stubGlobal('addEventListener', (type: string, listener: (event: StorageChange) => void) => {
  if (type === 'storage') storageListeners.push(listener);
});
vi.stubGlobal('removeEventListener', () => undefined);

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

type Answer = { status: number; body?: unknown } | { fails: Error };

/** Answers requests in order, and keeps them. */
export function answerRequests(...answers: Answer[]): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({
      method: init.method ?? '',
      url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    });
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`Nobody expected ${init.method} ${url}`);
    if ('fails' in answer) throw answer.fails;
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status });
  });
  return requests;
}

/** Tells the page what another tab changed in the storage. */
export function storageEvent(event: StorageChange): void {
  for (const listener of storageListeners) listener(event);
}

/** Keeps a token that ends in so many milliseconds. */
export function keepToken(token: string, endsInMs: number): void {
  storage.set('farline.token', token);
  storage.set('farline.token.expires', String(Date.now() + endsInMs));
}
