import type { HttpCarrierSettings } from '../../../platform/settings/http-carrier-url.ts';
import { webhookReader } from '../read-webhook.ts';

export const now = new Date('2026-05-01T12:00:00Z');
export const webhookUrl = 'https://farline.example/api/v1/webhooks/messages/acme';

/** Reads webhooks as they come at that instant; of Twilio, with the key `secret`, unless the test says otherwise. */
export function reader(settings: Partial<HttpCarrierSettings & { webhookUrl: string }>) {
  const base = {
    name: 'acme',
    origin: '',
    login: '',
    password: '',
    webhookKey: 'secret',
    profile: '',
    window: 1,
    webhookUrl,
  };
  const read = webhookReader({ ...base, provider: 'twilio', ...settings });
  if (read === null) throw new Error('it takes webhooks');
  return async ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    await read({ headers, body: Buffer.from(body), now });
}
