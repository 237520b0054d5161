import { expect, test } from 'vitest';
import { createSipEndpoint } from './sip-endpoint.ts';

const rtpPorts = { from: 12_000, to: 14_999 };
const IN_TIME = { timeout: 20_000 };

test('a call that fails, and cannot be ended either, is told and ends nothing else', async () => {
  const told: string[] = [];
  const far = await createSipEndpoint({
    ...{ host: '127.0.0.1', port: 0, rtpPorts },
    onInvite: (call) => {
      call.hangUp = async () => await Promise.reject(new Error('the line is gone'));
      throw new Error('nothing works today');
    },
    log: (sentence) => void told.push(sentence),
  });
  const near = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts });
  const call = near.call({ to: `sip:somebody@127.0.0.1:${far.address.port}` });

  expect(await call.answered).toMatchObject({ answered: false, status: 500 });
  await expect.poll(() => told.some((sentence) => sentence.includes('the line is gone')), IN_TIME).toBe(true);
  await Promise.all([near.close(), far.close()]);
});
