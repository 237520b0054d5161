import type { IvrKey } from '../../texts/ivr-simulator.ts';

export interface SipSettings {
  user: string;
  password: string;
  server: string;
  port: string;
}

/** What is wrong with the settings, field by field, as the key of its sentence. The password may be empty. */
export function checkSettings(settings: SipSettings): Partial<Record<keyof SipSettings, IvrKey>> {
  const port = /^\d{1,5}$/.test(settings.port.trim()) ? Number(settings.port) : 0;
  return {
    ...(settings.user.trim() === '' ? { user: 'userMissing' as const } : {}),
    ...(settings.server.trim() === '' ? { server: 'serverMissing' as const } : {}),
    ...(port >= 1 && port <= 65_535 ? {} : { port: 'portInvalid' as const }),
  };
}
