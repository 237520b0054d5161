import { Plug, Unplug } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { DEFAULT_SIP_SETTINGS } from './sample-lines.ts';
import type { Connection, SimulatorEvent } from './simulator.ts';
import { checkSettings } from './sip-settings.ts';
import { StateSign } from './state-sign.tsx';

/** The settings of the made-up SIP connection, and its two buttons. */
export function SipPanel({ connection, send }: { connection: Connection; send: (event: SimulatorEvent) => void }) {
  const t = ivrText.useText();
  const [settings, setSettings] = useState<Record<keyof typeof DEFAULT_SIP_SETTINGS, string>>(DEFAULT_SIP_SETTINGS);
  const [isChecked, setChecked] = useState(false);
  const wrong = checkSettings(settings);
  const isFree = connection.state === 'disconnected';
  const field = (name: keyof typeof settings) => {
    const sentence = isChecked ? wrong[name] : undefined;
    return {
      value: settings[name],
      disabled: !isFree,
      autoComplete: 'off',
      onChange: (event: { target: { value: string } }) => setSettings({ ...settings, [name]: event.target.value }),
      ...(sentence === undefined ? {} : { error: t(sentence) }),
    };
  };
  const connect = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(wrong).length > 0) return;
    send({ type: 'connect', user: settings.user.trim(), server: settings.server.trim(), port: settings.port.trim() });
  };

  return (
    <Card aria-label={t('sipTitle')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title font-semibold">{t('sipTitle')}</h2>
        <StateSign state={connection.state} />
      </div>
      <form noValidate onSubmit={connect} className="mt-4 grid gap-4">
        <div className="grid gap-4 @lg:grid-cols-2">
          <Field label={t('sipUser')} {...field('user')} />
          <PasswordField label={t('sipPassword')} {...field('password')} autoComplete="new-password" />
        </div>
        <div className="grid grid-cols-[1fr_6.5rem] gap-4">
          <Field label={t('sipServer')} {...field('server')} spellCheck={false} autoCapitalize="none" />
          <Field label={t('sipPort')} {...field('port')} inputMode="numeric" className="figures" />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!isFree}>
            <Plug aria-hidden className="size-5" />
            {t('connect')}
          </Button>
          <Button look="quiet" disabled={isFree} onClick={() => send({ type: 'disconnect' })}>
            <Unplug aria-hidden className="size-5" />
            {t('disconnect')}
          </Button>
        </div>
        <p className="text-note text-muted">{t('sipNote')}</p>
      </form>
    </Card>
  );
}
