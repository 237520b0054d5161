import type { TcpConnection } from '@farline/engine';
import { expect, test, vi } from 'vitest';
import { networkOf } from '../../modules/accounts/record/client-address.ts';
import { createConnectionGuard, surplusConnections } from './connection-guard.ts';

const held = (address: string, ids: number[], isProven = false): TcpConnection[] =>
  ids.map((id) => ({ id, address, port: id, isProven }));
const none: ReadonlySet<string> = new Set();
const idsOf = (connections: TcpConnection[]) => connections.map(({ id }) => id);

test('an address loses what is beyond its share, the newest first, and another loses nothing', () => {
  const connections = [...held('203.0.113.9', [5, 1, 3, 7]), ...held('198.51.100.1', [2, 4])];
  expect(idsOf(surplusConnections(connections, { mostPerAddress: 2, exceptions: none, networkOf }))).toEqual([5, 7]);
});

test('who has proved something keeps a connection before who has not', () => {
  const connections = [...held('203.0.113.9', [1, 2]), ...held('203.0.113.9', [8, 9], true)];
  expect(idsOf(surplusConnections(connections, { mostPerAddress: 2, exceptions: none, networkOf }))).toEqual([1, 2]);
});

test('an address that stands for many, such as a proxy’s, loses nothing', () => {
  const connections = held('10.0.0.2', [1, 2, 3]);
  expect(surplusConnections(connections, { mostPerAddress: 1, exceptions: new Set(['10.0.0.2']), networkOf })).toEqual(
    [],
  );
});

test('a host that opens each connection from another address of its IPv6 network has one share for all', () => {
  const one = Array.from({ length: 6 }, (_, id) => held(`[2001:db8:0:1::${id}]`, [id + 1])).flat();
  const connections = [...one, ...held('2001:db8:0:2::1', [7, 8])];
  expect(idsOf(surplusConnections(connections, { mostPerAddress: 2, exceptions: none, networkOf }))).toEqual([
    3, 4, 5, 6,
  ]);
});

test('while there is room nothing is listed and nothing is closed', async () => {
  const listConnections = vi.fn<() => Promise<TcpConnection[]>>();
  await guard({ open: 2_000, listConnections }).run();
  expect(listConnections).not.toHaveBeenCalled();
});

test('what is beyond the share goes in orders that Kamailio can read', async () => {
  const closeConnections = vi.fn<(ids: readonly number[]) => Promise<'done'>>(async () => 'done');
  const listConnections = async () =>
    held(
      '203.0.113.9',
      Array.from({ length: 2_000 }, (_, id) => id + 1),
    );
  await guard({ open: 2_100, listConnections, closeConnections }).run();
  expect(closeConnections.mock.calls.map(([ids]) => ids.length)).toEqual([500, 500, 488]);
  expect(closeConnections.mock.calls[0]?.[0][0]).toBe(513);
});

function guard(options: {
  open: number;
  listConnections: () => Promise<TcpConnection[]>;
  closeConnections?: (ids: readonly number[]) => Promise<'done'>;
}) {
  const { open, listConnections, closeConnections = async () => 'done' as const } = options;
  return createConnectionGuard({
    rpc: { countConnections: async () => ({ open, most: 8192 }), listConnections },
    link: () => ({ closeConnections }),
    exceptions: [],
    networkOf,
    log: { warn() {} },
  });
}
