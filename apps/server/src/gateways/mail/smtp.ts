import { createTransport } from 'nodemailer';
import type { Mail } from '../../platform/outgoing/mail.ts';

/**
 * The first four bound a step, or the silence in it; `withinMs` bounds the whole, below the time after which another
 * server takes the mail for itself.
 */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
  withinMs: 100_000,
};

/** Sends by the server of an `smtp://` or `smtps://` address, with a time-out for each step and for all of them. */
export function smtpSender(
  options: { url: string; from: string },
  { withinMs, ...steps }: typeof TIMEOUTS = TIMEOUTS,
): (mail: Mail) => Promise<void> {
  const transport = createTransport({ url: options.url, ...steps });
  return async (mail) => {
    await transport.sendMail({
      from: options.from,
      // Structured, so that no address is read as a list of several.
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: bytes,
      })),
      // RFC 3834 §5: no holiday notices in answer.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(withinMs),
    });
  };
}
