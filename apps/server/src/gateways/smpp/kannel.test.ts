import { expect, onTestFinished, test } from 'vitest';
import { openBind } from './index.ts';
import { aPart, someSettings } from './testing/bind-world.ts';
import { startDriveSmpp } from './testing/drive-smpp.ts';

/** Bound to a message centre that we did not write, as it says itself what it was sent. */

const PATIENCE = { timeout: 60_000 };

test("Kannel's message centre delivers to a pair of ours, takes what it submits, and is left in peace", async () => {
  const centre = await startDriveSmpp(5);
  onTestFinished(async () => await centre.close());
  const received: unknown[] = [];
  const nothing = () => {};
  const bind = openBind(
    someSettings(centre.port, { mode: 'pair', systemType: 'VMA', password: 'secret' }),
    {
      receipt: async () => {},
      received: async (_, part) => void received.push(part),
      answered: async () => {},
      changed: nothing,
    },
    { log: { info: nothing, warn: nothing, error: nothing } },
  );
  onTestFinished(async () => await bind.close());
  await expect.poll(() => bind.isBound(), PATIENCE).toBe(true);

  await expect.poll(() => received, PATIENCE).toHaveLength(5);
  expect(received).toContainEqual({ from: '456', to: '123', text: '1', concatenation: null });
  expect(await bind.submit(aPart('Hello Kannel'))).toEqual({ outcome: 'accepted', carrierMessageId: '' });
  const concatenation = { reference: 7, total: 2, number: 1, referenceBits: 16 } as const;
  expect(await bind.submit(aPart('Long', { concatenation }))).toMatchObject({ outcome: 'accepted' });
  const tooLong = aPart('x'.repeat(300));
  expect(await bind.submit(tooLong)).toMatchObject({ outcome: 'accepted' });
  expect(await bind.submit(aPart('Привет', { encoding: 'ucs-2' }))).toMatchObject({ outcome: 'accepted' });

  await bind.close();
  expect(await centre.ended).toBe(0);
  expect(centre.said()).toContain('short_message = <Hello Kannel>');
  // The header of a part (3GPP TS 23.040 section 9.2.3.24.8): it prints what stands before the first octet that is nought.
  expect(centre.said()).toContain('short_message = <\u0006\u0008\u0004>');
  // UCS-2, octet by octet.
  expect(centre.said()).toContain('short_message = <\u0004\u001F\u0004@\u00048\u00042\u00045\u0004B>');
  // message_payload (SMPP 3.4 section 5.3.2.32), whole.
  expect(centre.said()).toMatch(/parameter tag \(0x0424\)\n.*parameter length read as 300/);
  expect(centre.said()).toContain('Number of messages sent to ESME: 5');
  expect(centre.said()).toContain('Number of messages sent to SMSC: 4');
  expect(centre.said()).not.toMatch(/SMPP: PDU|unpacking failed|garbage|Unhandled|PANIC/);
});
