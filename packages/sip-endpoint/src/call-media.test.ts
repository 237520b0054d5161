import { expect, test } from 'vitest';
import { CallMedia } from './call-media.ts';
import { MediaLeg } from './media-leg.ts';
import { Pacer } from './pacer.ts';
import { RtpPorts } from './rtp-ports.ts';
import { writeSound } from './sdp.ts';

const HERE = '127.0.0.1';

test('a call is on hold while sound goes one way only, or none', async () => {
  const leg = new MediaLeg({ host: HERE, ports: new RtpPorts({ from: 31_300, to: 31_399 }), pacer: new Pacer() });
  const media = new CallMedia({ host: HERE, leg });
  await leg.open();
  const own = { address: HERE, port: 9, sessionId: 1, version: 1 };
  const heldBy = (direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive') => {
    media.answerAtOnce(writeSound(own, { encodings: ['PCMU'], eventPayloadType: null, direction }));
    return media.isOnHold;
  };

  expect(media.isOnHold).toBe(false);
  const told = (['sendrecv', 'sendonly', 'sendrecv', 'inactive', 'recvonly', 'sendrecv'] as const).map(heldBy);
  expect(told).toEqual([false, true, false, true, true, false]);
  media.close();
});
