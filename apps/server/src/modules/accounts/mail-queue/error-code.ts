/** A short name of an error, without its text: nodemailer's or Node's code, with the SMTP status if there is one. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [typeof code === 'string' ? code : error.name, typeof responseCode === 'number' ? responseCode : '']
    .join(' ')
    .trim();
}

/** Whether a mail server says that there is no such mailbox, or none for us, now or later (RFC 5321 §4.2.1). */
export function isMailboxRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}
