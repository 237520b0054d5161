import type { Reply, RequestParts, RouteName } from './api-routes.ts';
import { sendJson } from './http.ts';

/** Sends one request of a route with these headers and gives its reply, typed by the contract; throws RequestError. */
export async function sendRequest<Name extends RouteName>(
  name: Name,
  parts: Partial<RequestParts<Name>> | undefined,
  headers: Record<string, string>,
): Promise<Reply<Name>> {
  const [method = 'GET', template = '/'] = name.split(' ');
  const values: Record<string, unknown> = { ...parts };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(values[param])));
  const { query, body, keepalive = false } = parts ?? {};
  // The server validates its replies against the same contract.
  return (await sendJson(method, path + queryText(query), { headers, body, keepalive })) as Reply<Name>;
}

function queryText(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}
