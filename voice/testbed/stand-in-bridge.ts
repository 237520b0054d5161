import { onTestFinished } from 'vitest';
import type { EngineBed } from './engine-bed.ts';
import { openUdpPhone, type UdpPhone } from './udp-phone.ts';

/** In the place of the call bridge until the test is over: what calls that go on to another telephone are sent to. */
export async function standInBridge({ stack: { ports, callBridge } }: EngineBed): Promise<UdpPhone> {
  await callBridge.kill('SIGKILL');
  const bridge = await openUdpPhone({ port: ports.bridgeSide, username: 'bridge', from: ports.callBridge });
  onTestFinished(async () => {
    bridge.close();
    await callBridge.start();
  });
  return bridge;
}
