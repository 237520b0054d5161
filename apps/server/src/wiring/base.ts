import type { Accounts } from '../modules/accounts/index.ts';
import type { Config } from '../platform/config.ts';
import type { Foundation } from '../lay-foundation.ts';

/** What nearly every module is passed: the foundation's core, who may ask, and where the pages are. */
export type Base = Foundation['core'] & Pick<Accounts, 'requireUser'> & Pick<Config, 'publicUrl'>;
