import { recordAuditEvent } from '../modules/accounts/index.ts';
import { countOpenOnTrunks } from '../modules/calls/index.ts';
import {
  changeLogin,
  changeTrunk,
  everyTrunk,
  hurryRegistration,
  type KeptTrunk,
  sealedPassword,
  type SealedLogin,
} from '../modules/routing/index.ts';
import { type Database, inTransaction, type Transaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { OperatorSecrets } from './operator-secrets.ts';
import type { TrunkCommand } from './read-command.ts';

/** Does what a command says of the trunks, and gives the sentences that tell what is now true. */
export async function runTrunkCommand(
  { database, secrets }: { database: Database; secrets: OperatorSecrets },
  command: TrunkCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  if (command.name === 'trunks') return await listTrunks(database, by.at);
  const { trunk } = command;
  const login = command.name === 'trunk' ? null : await sealedLogin(secrets, command);
  return await inTransaction(database, async (tx) => {
    if (command.name === 'trunk' && typeof command.change.registerSeconds === 'number') await needLogin(tx, trunk);
    const changed =
      command.name === 'trunk' ? await changeTrunk(tx, trunk, command.change) : await changeLogin(tx, trunk, login);
    if (changed === null) throw new OperatorError(`There is no trunk "${trunk}".`);
    const { before, after } = changed;
    await hurryRegistration(tx, after.id, by.at);
    await recordAuditEvent(tx, {
      ...by,
      action: 'trunk.changed',
      accountId: null,
      subject: after.id,
      before: { ...before },
      after: { ...after },
    });
    return `${trunk}: ${inWords(after, by.at)}. It counts for new calls within a second.`;
  });
}

async function needLogin(tx: Transaction, name: string): Promise<void> {
  const known = (await everyTrunk(tx)).find((trunk) => trunk.name === name);
  if (known?.loginUser === null) {
    throw new OperatorError(`${name} has no login to register with: give it one first.`);
  }
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

async function listTrunks(database: Database, at: Date): Promise<string> {
  const trunks = await everyTrunk(database);
  if (trunks.length === 0) return 'There is no trunk yet.';
  const open = await countOpenOnTrunks(database);
  return trunks
    .map((trunk) => {
      const calls = open.get(trunk.name) ?? 0;
      return `${trunk.name} (${trunk.kind}, ${trunk.host}:${trunk.port}): ${inWords(trunk, at)}; ${calls} open now`;
    })
    .join('\n');
}

function inWords(trunk: KeptTrunk, at: Date): string {
  const { enabled, priority, weight, capacity, country, addresses, showsCallers, loginUser, loginRealm } = trunk;
  const most = capacity === null ? 'no capacity set' : `capacity ${capacity}`;
  const incoming = [
    ...(country === null ? [] : [`numbers of ${country}`]),
    ...(addresses.length === 0 ? [] : [`also from ${addresses.join(' and ')}`]),
    ...(showsCallers ? ['is shown who calls'] : []),
  ];
  const login = loginUser === null ? [] : [`logs in as ${loginUser}${loginRealm === null ? '' : ` of ${loginRealm}`}`];
  return [
    enabled ? 'on' : 'off',
    `priority ${priority}`,
    `weight ${weight}`,
    most,
    ...login,
    ...registrationInWords(trunk, at),
    ...incoming,
  ].join(', ');
}

function registrationInWords(trunk: KeptTrunk, at: Date): string[] {
  const { registerSeconds, registeredUntil, registerStatus, registerNextAt } = trunk;
  if (registerSeconds === null) return [];
  const inUtc = (instant: Date) => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  if (registeredUntil !== null && registeredUntil > at) return [`registered until ${inUtc(registeredUntil)}`];
  if (registerNextAt === null) return ['about to be registered'];
  const said = registerStatus === null ? 'no answer' : `answer ${registerStatus}`;
  return [`not registered (${said}; again at ${inUtc(registerNextAt)})`];
}
