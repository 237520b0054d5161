import { startApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';

/** How long what is under way may take to end before the process leaves all the same. */
const STOP_WITHIN_MS = 8_000;

async function main(): Promise<void> {
  const app = await startApp(readConfig(process.env));
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exit(1);
});

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set FARLINE_PORT to another one.`;
  if (code === 'ECONNREFUSED') return `The database does not answer: ${error.message}`;
  return error.stack ?? error.message;
}
