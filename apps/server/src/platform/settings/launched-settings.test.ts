import { expect, test } from 'vitest';
import { serverSettings } from '../../../../../tools/src/server-settings.ts';
import { SETTING_NAMES } from '../config.ts';

/** The launcher reads them, and tells the server in its own words. */
const OF_THE_LAUNCHER = ['DATABASE_URL', 'FARLINE_DATA_DIR', 'FARLINE_PORT'];

test('npm start passes on every setting of the server', () => {
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'set']));

  expect(SETTING_NAMES).toContain('TELNYX_API_KEY');
  expect(Object.keys(serverSettings(given)).sort()).toEqual(
    SETTING_NAMES.filter((name) => !OF_THE_LAUNCHER.includes(name)).sort(),
  );
});

test('what is not the server’s, or is empty, is not passed on', () => {
  const given = { HOME: '/root', SMTP_URL_OF_OTHERS: 'x', FARLINE_PUBLIC_ADDRESS: '192.0.2.1', SMTP_URL: '' };

  expect(serverSettings(given)).toEqual({});
});
