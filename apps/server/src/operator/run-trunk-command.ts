import { recordAuditEvent } from '../modules/accounts/index.ts';
import { countOpenOnTrunks } from '../modules/calls/index.ts';
import {
  changeLogin,
  changeTrunk,
  everyTrunk,
  type KeptTrunk,
  sealedPassword,
  type SealedLogin,
} from '../modules/routing/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { OperatorSecrets } from './operator-secrets.ts';
import type { TrunkCommand } from './read-command.ts';

/** Does what a command says of the trunks, and gives the sentences that tell what is now true. */
export async function runTrunkCommand(
  { database, secrets }: { database: Database; secrets: OperatorSecrets },
  command: TrunkCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  if (command.name === 'trunks') return await listTrunks(database);
  const { trunk } = command;
  const login = command.name === 'trunk' ? null : await sealedLogin(secrets, command);
  return await inTransaction(database, async (tx) => {
    const changed =
      command.name === 'trunk' ? await changeTrunk(tx, trunk, command.change) : await changeLogin(tx, trunk, login);
    if (changed === null) throw new OperatorError(`There is no trunk "${trunk}".`);
    const { before, after } = changed;
    await recordAuditEvent(tx, {
      ...by,
      action: 'trunk.changed',
      accountId: null,
      subject: after.id,
      before: { ...before },
      after: { ...after },
    });
    return `${trunk}: ${inWords(after)}. It counts for new calls within a second.`;
  });
}

async function sealedLogin(
  secrets: OperatorSecrets,
  { trunk, login }: Extract<TrunkCommand, { name: 'trunk-login' }>,
): Promise<SealedLogin | null> {
  if (login === null) return null;
  const secret = await secrets.sealing();
  const password = await secrets.password(`The password of ${login.user} at ${trunk}: `);
  return { ...login, password: sealedPassword(password, secret, trunk) };
}

async function listTrunks(database: Database): Promise<string> {
  const trunks = await everyTrunk(database);
  if (trunks.length === 0) return 'There is no trunk yet.';
  const open = await countOpenOnTrunks(database);
  return trunks
    .map((trunk) => {
      const calls = open.get(trunk.name) ?? 0;
      return `${trunk.name} (${trunk.kind}, ${trunk.host}:${trunk.port}): ${inWords(trunk)}; ${calls} open now`;
    })
    .join('\n');
}

function inWords({
  enabled,
  priority,
  weight,
  capacity,
  country,
  addresses,
  loginUser,
  loginRealm,
}: KeptTrunk): string {
  const most = capacity === null ? 'no capacity set' : `capacity ${capacity}`;
  const incoming = [
    ...(country === null ? [] : [`numbers of ${country}`]),
    ...(addresses.length === 0 ? [] : [`also from ${addresses.join(' and ')}`]),
  ];
  const login = loginUser === null ? [] : [`logs in as ${loginUser}${loginRealm === null ? '' : ` of ${loginRealm}`}`];
  return [enabled ? 'on' : 'off', `priority ${priority}`, `weight ${weight}`, most, ...login, ...incoming].join(', ');
}
