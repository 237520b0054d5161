import type { RunningSide } from '@farline/contracts';
import { z } from 'zod';

const TIMEOUT_MS = 2000;

const dialogList = z.array(
  z.object({
    'call-id': z.string(),
    state: z.number(),
    start_ts: z.number(),
    from_uri: z.string().default(''),
    to_uri: z.string().default(''),
    caller: z.object({ tag: z.string(), cseq: z.coerce.number().catch(0) }),
    callee: z.object({
      tag: z.string().nullable(),
      contact: z.string().nullable().default(null),
      route_set: z.string().nullable().default(null),
    }),
    variables: z.array(z.record(z.string(), z.string())).default([]),
  }),
);

/** A dialog that Kamailio knows. `call` is our id of it (empty if it has none), `toTag` is empty until the answer. */
export type RunningDialog = {
  call: string;
  sipCallId: string;
  fromTag: string;
  toTag: string;
  /** `ended` ones are kept for some seconds to absorb late requests. */
  state: 'early' | 'answered' | 'ended';
  answeredAtMs: number | null;
};

/** What `ul.lookup` says of a phone that is there; expired contacts are in it until they are cleared away. */
const locations = z.object({
  Contacts: z
    .array(z.object({ Contact: z.object({ Expires: z.union([z.number(), z.string()]) }) }))
    .transform((contacts) => contacts.filter(({ Contact }) => Number(Contact.Expires) > 0)),
});
const MOST_PHONES = 100;

const PROVEN_SECONDS = 3600;
const connectionList = z.array(
  z.object({ id: z.number(), src_ip: z.string(), src_port: z.coerce.number(), lifetime: z.number() }),
);
const connectionCount = z.object({ opened_connections: z.number(), max_connections: z.number() });

/** A TCP connection to Kamailio; `isProven`: whoever is there has shown who they are (voice/kamailio/steps/connections.cfg). */
export type TcpConnection = { id: number; address: string; port: number; isProven: boolean };

/** Kamailio's commands, over JSON-RPC. */
export type KamailioRpc = {
  /** All dialogs, in one answer. Throws when Kamailio does not answer within 2 s. */
  listDialogs(): Promise<RunningDialog[]>;
  /** Which of these SIP phones, by user name, are registered; at most 100 are looked up. Throws as `listDialogs` does. */
  registeredPhones(usernames: string[]): Promise<Set<string>>;
  /** The caller's side of an answered dialog; null for one that Kamailio does not know. Throws as `listDialogs`. */
  describeCaller(dialog: Pick<RunningSide, 'sipCallId' | 'fromTag' | 'toTag'>): Promise<RunningSide | null>;
  /** How many TCP connections are open, and for how many there is room. Throws as `listDialogs`. */
  countConnections(): Promise<{ open: number; most: number }>;
  /** All TCP connections. Throws as `listDialogs`. */
  listConnections(): Promise<TcpConnection[]>;
};

/** The commands of the Kamailio whose JSON-RPC is at this address. */
export function createKamailioRpc({ url }: { url: string }): KamailioRpc {
  let lastId = 0;
  return {
    async listDialogs() {
      const result = await command('dlg.list');
      return dialogList.parse(result).map(readDialog);
    },
    async registeredPhones(usernames) {
      const asked = usernames.slice(0, MOST_PHONES);
      const answers = await Promise.all(asked.map(async (name) => await isRegistered(name)));
      return new Set(asked.filter((_, index) => answers[index]));
    },
    async describeCaller({ sipCallId, fromTag, toTag }) {
      const listed = dialogList.parse(await command('dlg.list'));
      const found = listed.find((one) => one['call-id'] === sipCallId && one.caller.tag === fromTag);
      const contact = found?.callee.contact ?? '';
      if (found === undefined || found.callee.tag !== toTag || contact === '') return null;
      const { from_uri: fromUri, to_uri: toUri } = found;
      const routes = [...(found.callee.route_set ?? '').matchAll(/<([^>]+)>/g)].map(([, uri = '']) => uri);
      return { sipCallId, fromTag, toTag, fromUri, toUri, target: contact, routes, cseq: found.caller.cseq };
    },
    async countConnections() {
      const counted = connectionCount.parse(await command('core.tcp_info'));
      return { open: counted.opened_connections, most: counted.max_connections };
    },
    async listConnections() {
      const listed = connectionList.parse(await command('core.tcp_list'));
      return listed.map(({ id, src_ip: address, src_port: port, lifetime }) => {
        return { id, address, port, isProven: lifetime >= PROVEN_SECONDS };
      });
    },
  };

  async function isRegistered(username: string): Promise<boolean> {
    const { result, error } = await ask('ul.lookup', ['location', username]);
    if (result !== undefined) return locations.parse(result).Contacts.length > 0;
    if (error?.message?.startsWith('AOR not found') === true) return false;
    throw new Error(`Kamailio refused ul.lookup: ${error?.message ?? 'no reason'}`);
  }

  async function command(method: string): Promise<unknown> {
    const { result, error } = await ask(method);
    if (result === undefined) throw new Error(`Kamailio refused ${method}: ${error?.message ?? 'no reason'}`);
    return result;
  }

  async function ask(method: string, params: string[] = []): Promise<Answer> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', method, params, id: ++lastId }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await reply.json()) as Answer;
  }
}

type Answer = { result?: unknown; error?: { message?: string } };

const DIALOG_STATES = { 1: 'early', 2: 'early', 3: 'answered', 4: 'answered', 5: 'ended' } as const;

function readDialog(listed: z.infer<typeof dialogList>[number]): RunningDialog {
  const variables: Record<string, string> = Object.assign({}, ...listed.variables);
  // As voice/kamailio/steps/call-record.cfg says: our id, trunk, answered at, From.
  const [call = '', , answeredAt = ''] = (variables['call'] ?? '').split('|');
  const state = DIALOG_STATES[listed.state as keyof typeof DIALOG_STATES] ?? 'ended';
  const answeredAtMs = Number(answeredAt);
  return {
    call,
    sipCallId: listed['call-id'],
    fromTag: listed.caller.tag,
    toTag: listed.callee.tag ?? '',
    state,
    answeredAtMs: answeredAtMs > 0 ? answeredAtMs : null,
  };
}
