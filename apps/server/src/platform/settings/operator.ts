export type OperatorConfig = {
  databaseUrl: string | null;
  dataFolder: string | null;
  sudoUser: string | null;
  tokenSecret: string | null;
};

/** What the operator's commands need: where the database is, or where the launcher left its address, and who asks. */
export function readOperatorConfig(env: Record<string, string | undefined>): OperatorConfig {
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name]);
  return {
    databaseUrl: given('DATABASE_URL'),
    dataFolder: given('FARLINE_DATA_DIR'),
    sudoUser: given('SUDO_USER'),
    tokenSecret: given('FARLINE_TOKEN_SECRET'),
  };
}
