import { recordAuditEvent } from '../modules/accounts/index.ts';
import { allowSenderName, forbidSenderName, type SenderName, senderNamesOf } from '../modules/messages/index.ts';
import { type Database, inTransaction, type Transaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { SenderCommand } from './read-command.ts';

type By = { accountId: string; actor: string; at: Date };

/** Lists the names that an account may write messages under, or changes them; gives the sentences that tell what is now true. */
export async function runSenderCommand(database: Database, { email, act }: SenderCommand, by: By): Promise<string> {
  const { accountId } = by;
  switch (act.kind) {
    case 'list': {
      const names = await senderNamesOf(database, accountId);
      return names.length === 0 ? `${email} writes from numbers alone.` : names.map(inWords).join('\n');
    }
    case 'allow': {
      const { sender: name, registeredIn } = act;
      await inTransaction(database, async (tx) => {
        const act = { ...by, action: 'sender.allowed', subject: accountId, ...(await formerly(tx, accountId, name)) };
        await allowSenderName(tx, { accountId, name, registeredIn, at: by.at });
        await recordAuditEvent(tx, { ...act, after: { name, registeredIn } });
      });
      return `${email} may write as ${inWords({ name, registeredIn })}`;
    }
    case 'forbid': {
      const { sender: name } = act;
      await inTransaction(database, async (tx) => {
        const act = { ...by, action: 'sender.forbidden', subject: accountId, ...(await formerly(tx, accountId, name)) };
        if (!(await forbidSenderName(tx, { accountId, name }))) {
          throw new OperatorError(`${email} may not write as “${name}” anyhow.`);
        }
        await recordAuditEvent(tx, act);
      });
      return `${email} may not write as “${name}” any more.`;
    }
  }
}

/** The name as it stood, for the audit; nothing where the account did not have it. */
async function formerly(tx: Transaction, accountId: string, name: string): Promise<{ before?: SenderName }> {
  const before = (await senderNamesOf(tx, accountId)).find((held) => held.name === name);
  return before === undefined ? {} : { before };
}

function inWords({ name, registeredIn }: SenderName): string {
  const where = 'wherever names want no registration';
  return `“${name}”: ${registeredIn.length === 0 ? where : `in ${registeredIn.join(', ')}, and ${where}`}.`;
}
