import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { captureMail } from './captured-mail-store.ts';
import { isLoopbackUrl } from '../../platform/loopback.ts';
import { addLocalMailPage } from './local-mail-page.ts';
import type { Mail } from '../../platform/outgoing/mail.ts';
import { smtpSender } from './smtp.ts';

export type MailGateway = {
  /** Resolves when the mail server has taken it; rejects when it has not, and the caller tries again later. */
  send: (mail: Mail) => Promise<void>;
  /** The local page of captured mail; null where it must not be. */
  page: ((server: FastifyInstance) => Promise<void>) | null;
};

/**
 * Sends mail by SMTP; without it, keeps the mail in the database, to be read at /local/mail by whoever sits at this
 * machine. The page is not there when SMTP is set or when anybody else could reach it.
 */
export function createMail(options: {
  smtpUrl: string | null;
  from: string;
  database: Database;
  clock: Clock;
  log: Log;
  /** Whether the server listens on loopback addresses alone. */
  isLoopbackOnly: boolean;
  publicUrl: string;
}): MailGateway {
  const { database, clock } = options;
  if (!isLoopbackUrl(options.publicUrl) && /@localhost>?\s*$/.test(options.from)) {
    options.log.warn(
      'FARLINE_MAIL_FROM is an address at localhost: many mail servers refuse what comes from there, and some push services refuse notifications',
    );
  }
  if (options.smtpUrl !== null) return { send: smtpSender({ url: options.smtpUrl, from: options.from }), page: null };

  // Behind a reverse proxy the server itself listens on loopback, yet the world reaches it.
  const isPageOpen = options.isLoopbackOnly && isLoopbackUrl(options.publicUrl);
  if (!isPageOpen) options.log.warn('SMTP_URL is not set: mails are kept in the database and reach nobody');
  return {
    send: (mail) => captureMail(database, { ...mail, at: clock.now() }),
    page: isPageOpen ? async (server) => addLocalMailPage(server, { database }) : null,
  };
}
