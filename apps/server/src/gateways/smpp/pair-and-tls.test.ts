import { expect, test } from 'vitest';
import { aCertificate } from '../../testing/a-certificate.ts';
import { aDelivery, aPart, type BindWorld, bindWorld, boundWorld, PASSWORD } from './testing/bind-world.ts';

const connectionOf = ({ carrier }: BindWorld, command: string) => {
  const found = carrier.sessions.findLast(({ bind, link }) => bind?.command === command && link.isOpen);
  if (found === undefined) throw new Error(`nobody is bound as ${command}`);
  return found;
};

test('a pair submits on its transmitter, and is delivered to on its receiver', async () => {
  const world = await boundWorld({ settings: { mode: 'pair' } });

  expect(await world.bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
  const receiver = connectionOf(world, 'bind_receiver').link;
  expect(await receiver.request({ command: 'deliver_sm', message: aDelivery('Hello') })).toMatchObject({ status: 0 });

  expect(connectionOf(world, 'bind_transmitter').submits).toHaveLength(1);
  expect(world.received).toMatchObject([{ text: 'Hello' }]);
  expect(world.changes).toEqual(['bound']);
});

test('a pair without its receiver is not bound, and still sends', async () => {
  const world = await boundWorld({ settings: { mode: 'pair' } });

  connectionOf(world, 'bind_receiver').link.destroy('dies');
  await expect.poll(() => world.changes).toEqual(['bound', 'unbound']);

  expect([world.bind.isBound(), world.bind.takesNow()]).toEqual([false, true]);
  expect(await world.bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
  world.timing.pass(1000);
  await expect.poll(() => world.changes).toEqual(['bound', 'unbound', 'bound']);
  expect(world.carrier.sessions).toHaveLength(3);
});

test('a pair without its transmitter sends nothing', async () => {
  const world = await boundWorld({ settings: { mode: 'pair' } });

  connectionOf(world, 'bind_transmitter').link.destroy('dies');
  await expect.poll(() => world.bind.isBound()).toBe(false);

  expect(world.bind.takesNow()).toBe(false);
  expect(await world.bind.submit(aPart())).toEqual({ outcome: 'later', why: 'not bound' });
});

test('over TLS, a carrier whose certificate is for its name is bound to', async () => {
  const certificate = aCertificate('IP:127.0.0.1');
  const settings = { tls: 'verify', ca: certificate.cert } as const;
  const { bind } = await boundWorld({ script: { tls: certificate }, settings });

  expect(await bind.submit(aPart())).toMatchObject({ outcome: 'accepted' });
});

test.each([
  ['of nobody whom we know', 'IP:127.0.0.1', 'self-signed certificate'],
  ['for another name', 'DNS:carrier.example', 'does not match'],
])('over TLS, a carrier with a certificate %s hears no password', async (_, name, why) => {
  const certificate = aCertificate(name);
  const ca = name.startsWith('IP') ? null : certificate.cert;
  const world = await bindWorld({ script: { tls: certificate }, settings: { tls: 'verify', ca } });

  await expect.poll(() => JSON.stringify(world.logged)).toContain(why);
  expect(world.changes).toEqual(['unbound']);
  expect(world.bind.isBound()).toBe(false);
  expect(world.carrier.sessions.filter(({ bind }) => bind?.password === PASSWORD)).toEqual([]);
});

test('a carrier that speaks no TLS where it should hears no password', async () => {
  const world = await bindWorld({ settings: { tls: 'verify' } });

  await expect.poll(() => world.carrier.sessions).toHaveLength(1);
  await expect.poll(() => world.carrier.last().link.isOpen).toBe(false);
  expect(world.carrier.last().bind).toBeNull();
});
