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
};

/** A trunk as the engine is told it: its name in reports, and the request-URI that calls the number through it. */
export type TrunkRoute = { name: string; uri: string };

/** The request-URI (RFC 3261 §19.1) that calls `number` through the trunk. Service codes such as `*43` go as they are. */
export function trunkRoute(trunk: Trunk, number: string): TrunkRoute {
  const user = number.startsWith('+') ? trunk.prepend + number.slice(trunk.stripCharacters) : number;
  const host = trunk.host.includes(':') ? `[${trunk.host}]` : trunk.host;
  return { name: trunk.name, uri: `sip:${user}@${host}:${trunk.port};transport=${trunk.transport}` };
}
