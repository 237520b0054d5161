import type { Call } from '@farline/contracts/calls';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { publishLiveEvent, publishLiveGap } from '../../lib/live/live-events.ts';
import { watchRecords } from './call-record.ts';
import { dismissElsewhere, usePhone } from './phone-store.ts';

const call = {
  id: 'a-call',
  status: 'in_progress',
  endedAt: null,
  placedBy: 'user',
  transfer: null,
} as unknown as Call;
const changed = (changedCall: Call): void => publishLiveEvent({ type: 'call.changed', call: changedCall });

test('a call of another tab that was put away stays away, and another one is shown', async () => {
  const stop = watchRecords();
  changed(call);
  expect(usePhone.getState().elsewhere).toBe(call);
  dismissElsewhere();

  changed(call);
  expect(usePhone.getState().elsewhere).toBeNull();
  const requests = answerRequests({ status: 200, body: { call } });
  publishLiveGap();
  await expect.poll(() => requests).toHaveLength(1);
  await new Promise((settled) => setImmediate(settled));
  expect(usePhone.getState().elsewhere).toBeNull();

  const another = { ...call, id: 'another-call' };
  changed(another);
  expect(usePhone.getState().elsewhere).toBe(another);
  stop();
});
