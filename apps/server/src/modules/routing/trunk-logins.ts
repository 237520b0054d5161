import type { Executor } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { derivedKey, seal, unseal } from '../../platform/sealed.ts';
import type { Tick } from '../../platform/ticks.ts';
import { keptLogins } from './kept-trunks-store.ts';

const EVERY_MS = 1_000;

/** How a trunk that challenges us is answered; an empty user: it is not, an empty realm: whatever realm it is of. */
export type TrunkLogin = { trunk: string; user: string; password: string; realm: string };

export type TrunkLogins = {
  tick: Tick;
  /** Reads the table, and tells what has changed since. */
  read(): Promise<void>;
  /** Tells every login as it was last read: the engine was started anew. */
  tellAll(): void;
};

/** The password of a trunk as it lies in the database: of this trunk, and readable with the installation's secret alone. */
export const sealedPassword = (password: string, secret: string, trunk: string): Buffer =>
  seal(Buffer.from(password), keyOf(secret), purposeOf(trunk));

const keyOf = (secret: string) => derivedKey(secret, 'trunk-password');
const purposeOf = (trunk: string) => `trunk:${trunk}`;

/** Tells the engine the logins of the table, each second what has changed. A password of another secret counts as none. */
export function createTrunkLogins(deps: {
  database: Executor;
  secret: string;
  tell: (login: TrunkLogin) => void;
  log: Pick<Log, 'error'>;
}): TrunkLogins {
  let known = new Map<string, TrunkLogin>();

  const read = async () => {
    const kept = await keptLogins(deps.database);
    const now = new Map<string, TrunkLogin>();
    for (const { trunk, user, password: sealed, realm } of kept) {
      const before = known.get(trunk);
      const password = unseal(sealed, keyOf(deps.secret), purposeOf(trunk))?.toString() ?? null;
      if (password === null && before?.user !== '') {
        deps.log.error({ trunk }, 'the password of a trunk is sealed with another secret: give it anew');
      }
      const login = password === null ? noLogin(trunk) : { trunk, user, password, realm: realm ?? '' };
      now.set(trunk, login);
      if (before === undefined || !isSame(before, login)) deps.tell(login);
    }
    for (const trunk of known.keys()) if (!now.has(trunk)) deps.tell(noLogin(trunk));
    known = now;
  };

  return {
    tick: { name: 'logins of trunks', everyMs: EVERY_MS, run: read },
    read,
    tellAll: () => {
      for (const login of known.values()) deps.tell(login);
    },
  };
}

const noLogin = (trunk: string): TrunkLogin => ({ trunk, user: '', password: '', realm: '' });

const isSame = (a: TrunkLogin, b: TrunkLogin) => a.user === b.user && a.password === b.password && a.realm === b.realm;
