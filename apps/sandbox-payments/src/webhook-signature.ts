import { createHmac } from 'node:crypto';

/** The value of `Sandbox-Signature`: HMAC-SHA256 in hex over `<seconds>.<body>`, with the seconds since 1970 beside it. */
export function signWebhook(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
