/**
 * A front end's client as somebody would write it who has read the specification and nothing else of ours: sections 4, 7 and 8.
 * It imports nothing of the product, keeps no cookie, and knows no field that the document does not name.
 */
export type SpecificationClient = {
  /** What the browser's local storage would hold; null: signed out. */
  token: string | null;
  /** Where the person was sent when a call was refused with 401. */
  page: string;
  get(path: string, query?: Record<string, string>): Promise<ClientAnswer>;
  post(path: string, payload?: unknown): Promise<ClientAnswer>;
  patch(path: string, payload?: unknown): Promise<ClientAnswer>;
  delete(path: string): Promise<ClientAnswer>;
  /** Logs in or registers: both return token and user. */
  begin(path: '/auth/login' | '/auth/register', payload: unknown): Promise<ClientAnswer>;
  /** Renews the token; a failure leaves the client signed out, as any 401 does. */
  refresh(): Promise<ClientAnswer>;
};
/** A reply; `error` is the sentence of section 8 where the call failed, else null. */
export type ClientAnswer = { status: number; body: Record<string, unknown>; error: string | null };

const TIME_OUT_MS = 30_000;

/** A client of the API at `host`, without a session. */
export function specificationClient(host: string): SpecificationClient {
  const client: SpecificationClient = {
    token: null,
    page: '/',
    get: (path, query = {}) => send('GET', `${path}${asQuery(query)}`),
    post: (path, payload) => send('POST', path, payload),
    patch: (path, payload) => send('PATCH', path, payload),
    delete: (path) => send('DELETE', path),
    begin: async (path, payload) => kept(await send('POST', path, payload)),
    refresh: async () => kept(await send('POST', '/auth/refresh')),
  };

  const send = async (method: string, path: string, payload?: unknown): Promise<ClientAnswer> => {
    const reply = await fetch(`${host}/api/v1${path}`, {
      method,
      // A page at another port sends its origin, and no cookie of the API's.
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        ...(client.token === null ? {} : { authorization: `Bearer ${client.token}` }),
      },
      signal: AbortSignal.timeout(TIME_OUT_MS),
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    if (reply.status === 401) {
      client.token = null;
      client.page = '/login';
    }
    const body = await readBody(reply);
    const message = body['message'];
    const error = typeof message === 'string' ? message : 'An unexpected error occurred';
    return { status: reply.status, body, error: reply.ok ? null : error };
  };

  const kept = (answer: ClientAnswer): ClientAnswer => {
    const token = answer.body['token'];
    if (answer.error === null && typeof token === 'string') client.token = token;
    return answer;
  };
  return client;
}

function asQuery(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

async function readBody(reply: Response): Promise<Record<string, unknown>> {
  const text = await reply.text();
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
