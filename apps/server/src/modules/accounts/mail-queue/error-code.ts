/** A short name of an error, without its text: nodemailer's or Node's code, with the SMTP status if there is one. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [typeof code === 'string' ? code : error.name, typeof responseCode === 'number' ? responseCode : '']
    .join(' ')
    .trim();
}
