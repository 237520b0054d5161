import type { Device } from '@farline/contracts/settings';
import { CircleHelp, type LucideIcon, Monitor, Smartphone, Tablet, Terminal } from 'lucide-react';
import { settingsText } from '../../texts/settings.ts';

const ICONS: Record<Device['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: Terminal,
  unknown: CircleHelp,
};

/** What kind of device it is. */
export function DeviceSign({ device }: { device: Device }) {
  const Icon = ICONS[device.kind];
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />;
}

/** What a session runs on, in the page's language; programs keep their own names. */
export function deviceName({ name, browser, system, kind }: Device): string {
  const t = settingsText.say;
  if (kind === 'unknown' && browser === null && system === null) return t('deviceUnknown');
  return browser === null || system === null ? name : t('deviceOn', { browser, system });
}
