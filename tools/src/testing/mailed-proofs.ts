import { withClient } from '../parts/with-client.ts';
import { waitUntil } from '../processes/wait-until.ts';

const SENT_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * The code and the link of the newest mail that proves an address, as somebody reads it there: from the mails that a server without
 * SMTP keeps in its database. Waits for the mail, which goes out within a second or two.
 */
export async function mailedProofs(databaseUrl: string, email: string): Promise<{ code: string; link: string }> {
  return await withClient(databaseUrl, async (client) => {
    let found: { code: string; link: string } | null = null;
    await waitUntil(
      `a mail to ${email}`,
      async () => {
        const { rows } = await client.query<{ text: string }>(
          `select text from mail.captured where recipient = $1 and text like '%/confirm-email?%' order by id desc limit 1`,
          [email],
        );
        found = proofsIn(rows[0]?.text ?? '');
        return found !== null;
      },
      { withinMs: SENT_WITHIN_MS, everyMs: LOOK_EVERY_MS },
    );
    if (found === null) throw new Error(`no mail to ${email}`);
    return found;
  });
}

function proofsIn(text: string): { code: string; link: string } | null {
  const [code, link] = [/\b\d{6}\b/.exec(text)?.[0], /\S+\/confirm-email\?\S+/.exec(text)?.[0]];
  return code === undefined || link === undefined ? null : { code, link };
}
