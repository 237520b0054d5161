import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { i18n } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { endOnServer } from './end-on-server.ts';

vi.mock(import('../../lib/page/notify.ts'), () => ({ notify: vi.fn<typeof notify>(async () => undefined) }));

beforeAll(async () => {
  const { translation } = await import('../../texts/zh/index.ts');
  for (const [part, texts] of Object.entries(translation)) i18n.addResourceBundle('zh', part, texts);
});
afterEach(async () => await i18n.changeLanguage('en'));

test.each([
  [
    'without a connection',
    { fails: new TypeError('Failed to fetch') },
    'Failed to end call. No connection to Farline. Check your internet connection and try again.',
  ],
  [
    'that takes too long',
    { fails: new DOMException('signal timed out', 'TimeoutError') },
    'Failed to end call. Farline didn’t answer within 30 seconds. Please try again.',
  ],
  ['that fails without a word', { status: 500 }, 'Failed to end call'],
  ['that is refused', { status: 409, body: { message: 'The call is being moved' } }, 'The call is being moved'],
])('an end of a call %s says what is known of it', async (_how, answer, message) => {
  keepToken('a token', 600_000);
  answerRequests(answer);
  await endOnServer(crypto.randomUUID());
  expect(notify).toHaveBeenLastCalledWith({ type: 'error', message });
});

test.each<[string, 'each' | 'once', number]>([
  ['each time that somebody presses', 'each', 2],
  ['once where the end is asked for until it comes', 'once', 1],
])('that nobody answers is told %s', async (_when, tell, times) => {
  vi.mocked(notify).mockClear();
  const id = crypto.randomUUID();
  const unanswered = { fails: new TypeError('Failed to fetch') };
  answerRequests(unanswered, unanswered);
  await endOnServer(id, tell);
  await endOnServer(id, tell);
  expect(notify).toHaveBeenCalledTimes(times);
});

test('in Chinese the full stop of Chinese stands between what failed and why', async () => {
  await i18n.changeLanguage('zh');
  keepToken('a token', 600_000);
  answerRequests({ fails: new TypeError('Failed to fetch') });
  await endOnServer(crypto.randomUUID());
  const message = '无法结束通话。无法连接 Farline。请检查网络后重试。';
  expect(notify).toHaveBeenLastCalledWith({ type: 'error', message });
});
