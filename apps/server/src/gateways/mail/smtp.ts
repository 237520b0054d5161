import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** All together shorter than the time after which another server takes the mail for itself. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Sends by the server of an `smtp://` or `smtps://` address, with a time-out for each step. */
export function smtpSender(
  options: { url: string; from: string },
  timeouts: typeof TIMEOUTS = TIMEOUTS,
): (mail: Mail) => Promise<void> {
  const transport = createTransport({ url: options.url, ...timeouts });
  return async (mail) => {
    await transport.sendMail({
      from: options.from,
      // Structured, so that no address is read as a list of several.
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      // RFC 3834 §5: no holiday notices in answer.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
