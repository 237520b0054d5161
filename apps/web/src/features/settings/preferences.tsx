import type { User } from '@farline/contracts/auth';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatTimeIn } from '../../lib/format/format-time.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { chooseTheme, useTheme } from '../../lib/page/theme.ts';
import type { Theme } from '../../lib/page/theme-state.ts';
import { knownTimeZones, offsetOf } from '../../lib/format/time-zone.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { Section } from './section.tsx';

/** The colours of this browser. */
export function ThemePart() {
  const t = settingsText.useText();
  const theme = useTheme((state) => state.theme);
  return (
    <Section title={t('themeTitle')} lead={t('themeLead')}>
      <Segments<Theme>
        label={t('themeTitle')}
        value={theme}
        options={[
          { value: 'system', label: t('themeSystem') },
          { value: 'light', label: t('themeLight') },
          { value: 'dark', label: t('themeDark') },
        ]}
        onChoose={chooseTheme}
        className="max-w-md"
      />
    </Section>
  );
}

/** The zone in which times are told and days are counted. */
export function TimeZonePart({ user }: { user: User }) {
  const t = settingsText.useText();
  const [isBusy, setBusy] = useState(false);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const choose = async (timeZone: string): Promise<void> => {
    setBusy(true);
    try {
      replaceUser((await api('PATCH /auth/profile', { body: { timeZone } })).user);
      await notify({ type: 'success', message: t('zoneSaved', { zone: zoneName(timeZone) }) });
    } catch (error) {
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section title={t('zoneTitle')} lead={t('zoneLead')}>
      <Select
        label={t('zoneTitle')}
        value={user.timeZone}
        aria-busy={isBusy}
        hint={t('zoneNow', { time: `${formatTimeIn(user.timeZone)} (${offsetOf(user.timeZone)})` })}
        onChange={(event) => void choose(event.target.value)}
        className="max-w-md"
      >
        <ZoneOptions inForce={user.timeZone} />
      </Select>
      {own !== user.timeZone && (
        <Button look="quiet" size="small" className="mt-4" disabled={isBusy} onClick={() => void choose(own)}>
          {t('zoneBrowser', { zone: zoneName(own) })}
        </Button>
      )}
    </Section>
  );
}

function ZoneOptions({ inForce }: { inForce: string }): ReactNode {
  return knownTimeZones(inForce).map((zone) => (
    <option key={zone} value={zone}>
      {zoneName(zone)}
    </option>
  ));
}

function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
