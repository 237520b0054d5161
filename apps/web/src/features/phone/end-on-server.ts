import { api } from '../../lib/api-client.ts';

/** Ends a call through the server; for a call that has ended already nothing changes. */
export async function endOnServer(id: string, how: { keepalive: boolean } = { keepalive: false }): Promise<void> {
  await api('POST /calls/{id}/end', { id, ...how }).catch((error: unknown) =>
    console.warn('Failed to end call', error),
  );
}
