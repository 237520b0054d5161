import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { expect, test, vi } from 'vitest';
import { notify } from '../../lib/page/notify.ts';
import { endOnServer } from './end-on-server.ts';

vi.mock(import('../../lib/page/notify.ts'), () => ({ notify: vi.fn<typeof notify>(async () => undefined) }));

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
  await endOnServer('4f0c');
  expect(notify).toHaveBeenLastCalledWith({ type: 'error', message });
});
