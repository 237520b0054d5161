import { join } from 'node:path';
import type { Stack } from '@farline/tools/stack';
import type { TestContext } from 'vitest';
import { type Baresip, type BaresipAccount, startBaresip } from './baresip.ts';
import type { Caller } from './callers.ts';

export type Credentials = { phone: { username: string }; password: string };

type PhonesStack = Pick<Stack, 'sip' | 'ports' | 'dataFolder'>;
/** Ends with its test. */
export type Lifetime = Pick<TestContext, 'onTestFinished'>;

/** Starts a desk phone of somebody, which registers. */
export async function startPhone(
  { life, stack, credentials }: { life: Lifetime; stack: PhonesStack; credentials: Credentials },
  over: Partial<BaresipAccount> = {},
): Promise<Baresip> {
  const transport = over.transport ?? 'udp';
  const phone = await startBaresip({
    username: credentials.phone.username,
    password: credentials.password,
    domain: stack.sip.realm,
    transport,
    port: transport === 'tls' ? stack.ports.phonesTls : stack.ports.phones,
    caFile: join(stack.dataFolder, 'sip-tls/certificate.pem'),
    ...over,
  });
  life.onTestFinished(async () => await phone.close());
  return phone;
}

/** A new desk phone of a caller, registered. */
export async function registeredPhone(
  { life, stack, caller }: { life: Lifetime; stack: PhonesStack; caller: Caller },
  over: Partial<BaresipAccount> = {},
): Promise<{ phone: Baresip; credentials: Credentials }> {
  const credentials = await caller.addSipPhone('Desk phone');
  const phone = await startPhone({ life, stack, credentials }, over);
  await phone.event('REGISTER_OK');
  return { phone, credentials };
}
