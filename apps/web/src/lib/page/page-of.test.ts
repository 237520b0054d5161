import { expect, test } from 'vitest';
import { pageOf } from './page-of.ts';

test('each path is a page of its own, but for the voicemail that is open', () => {
  for (const path of ['/', '/messages', '/messages/voicemail', '/messages/voicemails/1', '/messages/%2B447700900561'])
    expect(pageOf(path)).toBe(path);
  expect(pageOf('/messages/voicemail/01900000-0000-7000-8000-000000000001')).toBe('/messages/voicemail');
});
