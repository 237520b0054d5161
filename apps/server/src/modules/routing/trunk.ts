import { BlockList, isIP } from 'node:net';

/** A way out to a carrier. `stripCharacters` and `prepend` turn the E.164 form (with its plus) into the carrier's own. */
export type Trunk = {
  name: string;
  kind: 'sandbox' | 'real';
  host: string;
  port: number;
  transport: 'udp' | 'tcp';
  stripCharacters: number;
  prepend: string;
  /** Digits with which a destination must begin; empty: every destination. */
  prefixes: string[];
  /** Least first. */
  priority: number;
  /** Among trunks of one priority: how often it comes first, against the others' weights. */
  weight: number;
  /** The most calls open on it at one time; null: as many as come. */
  capacity: number | null;
  /** Where numbers are of that it writes without a country, ISO 3166-1 alpha-2; null: it writes whole numbers. */
  country: string | null;
  /** Further addresses that its calls come from: IP addresses, or networks as `203.0.113.0/28`. */
  addresses: string[];
  /** It takes calls that show a number which is not ours: of whom a call is from that is forwarded. */
  showsCallers: boolean;
};

/**
 * The trunk that a request came from, by `address:port`; null for a stranger. A carrier may send from another port than it
 * listens on; a sandbox shares its address with everything else on this machine, so its port counts too.
 */
export function trunkAt(trunks: Trunk[], source: string): Trunk | null {
  const at = source.lastIndexOf(':');
  const [host, port] = [source.slice(0, at).replace(/^\[|\]$/g, ''), Number(source.slice(at + 1))];
  return trunks.find((trunk) => isFrom(trunk, host, port)) ?? null;
}

function isFrom(trunk: Trunk, host: string, port: number): boolean {
  if (trunk.host === host && (trunk.kind === 'real' || trunk.port === port)) return true;
  if (trunk.addresses.length === 0) return false;
  const version = isIP(host);
  return version !== 0 && listOf(trunk.addresses).check(host, version === 6 ? 'ipv6' : 'ipv4');
}

function listOf(addresses: string[]): BlockList {
  const list = new BlockList();
  for (const written of addresses) {
    const [address = '', bits] = written.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** A trunk as the engine is told it: its name in reports, and the request-URI that calls the number through it. */
export type TrunkRoute = { name: string; uri: string };

/** The request-URI (RFC 3261 §19.1) that calls `number` through the trunk. Service codes such as `*43` go as they are. */
export function trunkRoute(trunk: Trunk, number: string): TrunkRoute {
  const user = number.startsWith('+') ? trunk.prepend + number.slice(trunk.stripCharacters) : number;
  const host = trunk.host.includes(':') ? `[${trunk.host}]` : trunk.host;
  return { name: trunk.name, uri: `sip:${user}@${host}:${trunk.port};transport=${trunk.transport}` };
}
