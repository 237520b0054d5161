import { letReadAll } from './parts/own-program.ts';
import { buildWebPages } from './parts/web-pages.ts';
import { PROJECT } from './project.ts';

/** `npm run build`: the pages, and a program that the user farline can read and start whatever the umask was. */
await buildWebPages(PROJECT, (line) => process.stdout.write(`${line}\n`));
letReadAll(PROJECT);
process.stdout.write('Everything is installed and built.\n');
