/** What Kamailio answers to a command of its JSON-RPC, the `result` of it: `undefined` where it answers with an error. */
export async function askKamailio(rpcPort: number, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${rpcPort}/rpc`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }),
  });
  return ((await reply.json()) as { result?: unknown }).result;
}
