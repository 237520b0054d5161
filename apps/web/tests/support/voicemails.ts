import { withClient } from '@farline/tools/with-client';
import type { Person } from './people.ts';
import { stack } from './stack.ts';

interface Left {
  caller: string | null;
  /** What was said, as a program wrote it down; null: nobody did. */
  words: string | null;
  isHeard: boolean;
  /** Why the caller's number is not to be trusted; left out: nothing speaks against it. */
  doubt?: string;
}

/** Leaves voicemails for somebody, the oldest first, without a sound of theirs. Gives their ids. */
export async function leaveVoicemails({ email }: Pick<Person, 'email'>, left: readonly Left[]): Promise<string[]> {
  return await withClient(stack.databaseUrl, async (database) => {
    const ids: string[] = [];
    for (const { caller, words, isHeard, doubt = null } of left) {
      const { rows } = await database.query<{ id: string }>(
        `with id as (select (right(to_hex((extract(epoch from clock_timestamp()) * 1e6)::bigint), 12)
             || '70008000' || lpad(to_hex((random() * 1e14)::bigint), 12, '0'))::uuid as id)
         insert into voicemail.recording (id, account_id, number, caller, caller_doubt, received_at, milliseconds, heard_at)
           select id.id, account_id, '+14155550199', $2, $4, clock_timestamp(), 9000, case when $3 then now() end
           from id, accounts.user where email = $1 returning id`,
        [email, caller, isHeard, doubt],
      );
      const id = rows[0]?.id ?? '';
      ids.push(id);
      if (words === null) continue;
      await database.query(
        `insert into voicemail.transcript (recording_id, state, text, queued_at) values ($1, 'written', $2, now())`,
        [id, words],
      );
    }
    return ids;
  });
}
