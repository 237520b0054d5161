import type { EngineLink, KamailioRpc, TcpConnection } from '@farline/engine';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';

const EVERY_MS = 1_000;
/** The guard looks closer when this part of Kamailio's room is taken, and leaves each address this part of it. */
const CROWDED = 1 / 4;
const SHARE = 1 / 16;
/** An order must be read by Kamailio in one piece. */
const IN_ONE_ORDER = 500;
/** This machine's own; a proxy on it shares one address among all browsers. */
const OWN_ADDRESSES = ['127.0.0.1', '::1', '[::1]'];

export type ConnectionGuardDeps = {
  rpc: Pick<KamailioRpc, 'countConnections' | 'listConnections'>;
  link: () => Pick<EngineLink, 'closeConnections'> | null;
  /** Addresses that stand for many, such as a proxy's. */
  exceptions: readonly string[];
  /** What counts as one address: of IPv6 the network that one host has whole. */
  networkOf: (address: string) => string;
  log: Pick<Log, 'warn'>;
};

/**
 * Looks each second that no address shuts all others out: Kamailio has room for so many connections, and no bound of its own for
 * one address. While a quarter of the room is taken, an address keeps a sixteenth of it at most,
 * and so does a /64 of IPv6, of which one host has 2⁶⁴.
 */
export function createConnectionGuard(deps: ConnectionGuardDeps): Tick {
  const exceptions = new Set([...OWN_ADDRESSES, ...deps.exceptions]);
  return {
    name: 'connections',
    everyMs: EVERY_MS,
    run: async () => {
      const count = await deps.rpc.countConnections().catch(() => null);
      if (count === null || count.open < count.most * CROWDED) return;
      const mostPerAddress = Math.floor(count.most * SHARE);
      const { networkOf } = deps;
      const surplus = surplusConnections(await deps.rpc.listConnections(), { mostPerAddress, exceptions, networkOf });
      if (surplus.length === 0) return;
      const addresses = [...new Set(surplus.map(({ address }) => address))].slice(0, 10);
      deps.log.warn({ open: count.open, closed: surplus.length, addresses }, 'an address holds too many connections');
      for (let from = 0; from < surplus.length; from += IN_ONE_ORDER) {
        await deps.link()?.closeConnections(surplus.slice(from, from + IN_ONE_ORDER).map(({ id }) => id));
      }
    },
  };
}

/** The connections beyond what one address may keep: those of who has proved something are kept first, then the older ones. */
export function surplusConnections(
  connections: readonly TcpConnection[],
  options: { mostPerAddress: number; exceptions: ReadonlySet<string>; networkOf: (address: string) => string },
): TcpConnection[] {
  const { mostPerAddress, exceptions, networkOf } = options;
  const bounded = connections.filter(({ address }) => !exceptions.has(address));
  // Kamailio writes IPv6 addresses in brackets.
  const byNetwork = Map.groupBy(bounded, ({ address }) => networkOf(address.replace(/^\[(.*)\]$/, '$1')));
  return [...byNetwork.values()].flatMap((held) => {
    if (held.length <= mostPerAddress) return [];
    const kept = held.toSorted((a, b) => Number(b.isProven) - Number(a.isProven) || a.id - b.id);
    return kept.slice(mostPerAddress);
  });
}
