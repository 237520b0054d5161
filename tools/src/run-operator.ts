import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chooseDataFolder } from './data-folder.ts';
import { PROJECT } from './project.ts';

/** `npm run operator`: the server's own command, told where `npm start` keeps its data. */
const { status } = spawnSync(
  process.execPath,
  [join(PROJECT, 'apps/server/src/operator.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, FARLINE_DATA_DIR: chooseDataFolder(PROJECT, process.env['FARLINE_DATA_DIR']) },
  },
);
process.exit(status ?? 1);
