/** The names of what an operator sets for the server, beside DATABASE_URL, which the stack itself passes on. */
const OF_THE_SERVER = /^(FARLINE_|STRIPE_|TELNYX_|SMTP_URL$)/;
/** What the launcher itself follows; it tells the server where that is. */
const OF_THE_LAUNCHER = new Set(['FARLINE_PUBLIC_ADDRESS', 'FARLINE_DATA_DIR', 'FARLINE_PORT']);

/** Farline's own settings; the stack adds ports, addresses and secrets to them. */
export function serverSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || value === '' || !OF_THE_SERVER.test(name) || OF_THE_LAUNCHER.has(name)
        ? []
        : [[name, value]],
    ),
  );
}
