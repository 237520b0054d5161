import { answerRequests } from '../testing/browser-stand-ins.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchFile } from './http.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Answers with a file that comes in pieces, as `fetch` does: it breaks off when the request is given up. */
function answerInPieces() {
  let file!: ReadableStreamDefaultController<Uint8Array>;
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (file = controller) });
    signal.addEventListener('abort', () => file.error(signal.reason));
    return new Response(body, { headers: { 'content-type': 'text/csv' } });
  });
  return { piece: (text: string) => file.enqueue(new TextEncoder().encode(text)), end: () => file.close() };
}

test('a file that takes minutes is had, as long as something of it comes', async () => {
  const answer = answerInPieces();
  const fetching = fetchFile('/calls/export.csv', {});
  for (const text of ['a,', 'b,', 'c,', 'd']) {
    await vi.advanceTimersByTimeAsync(29_000);
    answer.piece(text);
  }
  answer.end();
  const file = await fetching;
  expect([await file.text(), file.type]).toEqual(['a,b,c,d', 'text/csv']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a file of which nothing comes for 30 seconds is given up', async () => {
  const answer = answerInPieces();
  const failed = fetchFile('/calls/export.csv', {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_000);
  answer.piece('a,');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failed).toMatchObject({ outcome: 'timeout' });
});

test('a file without content is empty, and a refusal keeps its sentence', async () => {
  answerRequests({ status: 200 }, { status: 409, body: { code: 'gone', message: 'It has gone.' } });
  expect((await fetchFile('/calls/export.csv', {})).size).toBe(0);
  await expect(fetchFile('/calls/export.csv', {})).rejects.toMatchObject({ code: 'gone', message: 'It has gone.' });
});
