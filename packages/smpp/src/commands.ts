/** Command ids of requests (SMPP 3.4 §5.1.2.1); a response has the same with its highest bit set. */
export const REQUEST_IDS = {
  bind_receiver: 0x01,
  bind_transmitter: 0x02,
  submit_sm: 0x04,
  deliver_sm: 0x05,
  unbind: 0x06,
  bind_transceiver: 0x09,
  enquire_link: 0x15,
  data_sm: 0x103,
} as const;

export type RequestCommand = keyof typeof REQUEST_IDS;
export type ResponseCommand = `${RequestCommand}_resp` | 'generic_nack';
export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';

export const RESPONSE_BIT = 0x8000_0000;
/** The response to no request in particular (SMPP 3.4 §4.3.1): the bit alone. */
const GENERIC_NACK_ID = 0x8000_0000;

const REQUESTS = new Map<number, RequestCommand>(
  (Object.keys(REQUEST_IDS) as RequestCommand[]).map((command) => [REQUEST_IDS[command], command]),
);

/** The request that an id stands for; null for those that we neither ask nor answer. */
export function requestOf(id: number): RequestCommand | null {
  return REQUESTS.get(id) ?? null;
}

/** The response that an id stands for; null for those that we never ask for. */
export function responseOf(id: number): ResponseCommand | null {
  if (id === GENERIC_NACK_ID) return 'generic_nack';
  const request = id > RESPONSE_BIT ? requestOf(id - RESPONSE_BIT) : null;
  return request === null ? null : `${request}_resp`;
}

export function idOf(command: RequestCommand | ResponseCommand): number {
  if (command === 'generic_nack') return GENERIC_NACK_ID;
  const found = Object.entries(REQUEST_IDS).find(([request]) => request === command || `${request}_resp` === command);
  if (found === undefined) throw new RangeError(`${command} is no command`);
  return command.endsWith('_resp') ? found[1] + RESPONSE_BIT : found[1];
}
