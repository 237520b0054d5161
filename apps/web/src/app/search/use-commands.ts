import {
  Activity,
  AudioLines,
  CircleHelp,
  Download,
  Keyboard,
  LogOut,
  MicOff,
  Pause,
  PhoneOff,
  Settings,
  SunMoon,
  Wallet,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { hangUp, toggleHold, toggleMute } from '../../features/phone/call-control.ts';
import { isBusy } from '../../features/phone/phone-state.ts';
import { isMergedIn, usePhone } from '../../features/phone/phone-store.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { install, useInstall } from '../../lib/page/install.ts';
import { chooseTheme } from '../../lib/page/theme.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { phoneText } from '../../texts/phone.ts';
import { searchText } from '../../texts/search.ts';
import { settingsText } from '../../texts/settings.ts';
import { shell } from '../../texts/shell.ts';
import { WAYS_AROUND } from '../ways-around.ts';
import type { Command } from './find-entries.ts';
import { useSignOut } from '../use-sign-out.ts';
import { show } from '../in-front/in-front-store.ts';

const BILLING_PARTS = ['plan', 'payments', 'invoices'] as const;
const SETTINGS_PARTS = ['security', 'phones', 'sound', 'limits', 'notices', 'preferences', 'account'] as const;
const THEMES = [
  ['light', 'themeLight'],
  ['dark', 'themeDark'],
  ['system', 'themeSystem'],
] as const;

/** All that can be done and gone to by its name: first what a call under way needs, then what is done most. */
export function useCommands(): readonly Command[] {
  const t = shell.useText();
  const words = searchText.useText();
  const ofCall = useCallCommands();
  const isInstallable = useInstall(({ offer }) => offer !== null);
  const goTo = useGoTo();
  const billing = billingText.useText();
  const settings = settingsText.useText();
  const leave = useSignOut();
  const currency = useQuery(usageQuery, queryClient).data?.wallet.available.currency;
  return [
    ...ofCall,
    {
      id: 'funds',
      icon: Wallet,
      word: billing('addFunds'),
      ...(currency === undefined
        ? {}
        : {
            withAmount: (amount: string) => ({
              word: words('addAmount', { amount: formatPrice({ amount, currency }) }),
              act: () => show({ is: 'funds', amount }),
            }),
          }),
      act: () => show({ is: 'funds', amount: null }),
    },
    ...WAYS_AROUND.map(({ to, word, key, icon }) =>
      goTo({ to, word: t(word), icon, ...(key === undefined ? {} : { keys: `G ${key}` }) }),
    ),
    ...BILLING_PARTS.map((part) =>
      goTo({ to: `/billing/${part}`, icon: Wallet, word: `${t('billing')}: ${billing(part)}` }),
    ),
    ...SETTINGS_PARTS.map((part) =>
      goTo({ to: `/settings/${part}`, icon: Settings, word: `${t('settings')}: ${settings(part)}` }),
    ),
    ...THEMES.map(
      ([theme, word]): Command => ({
        id: `theme-${theme}`,
        icon: SunMoon,
        word: `${t('theme')}: ${t(word)}`,
        act: () => chooseTheme(theme),
      }),
    ),
    goTo({ to: '/webrtc-test', icon: AudioLines, word: t('webrtcTest') }),
    goTo({ to: '/status', icon: Activity, word: t('footerStatus') }),
    goTo({ to: '/help', icon: CircleHelp, word: t('footerHelp') }),
    ...(isInstallable ? [{ id: 'install', icon: Download, word: t('install'), act: () => void install() }] : []),
    { id: 'keys', icon: Keyboard, word: words('keysTitle'), keys: '?', act: () => show({ is: 'keys' }) },
    { id: 'sign-out', icon: LogOut, word: t('signOut'), act: leave },
  ];
}

function useGoTo(): (way: Pick<Command, 'word' | 'icon' | 'keys'> & { to: string }) => Command {
  const navigate = useNavigate();
  return ({ to, ...way }) => ({ ...way, id: to, act: () => void navigate(to) });
}

function useCallCommands(): Command[] {
  const t = phoneText.useText();
  const { phone, isMuted, isHeld } = usePhone();
  const isMerged = usePhone(isMergedIn);
  if (!isBusy(phone)) return [];
  return [
    { id: 'mute', icon: MicOff, word: t(isMuted ? 'unmute' : 'mute'), keys: 'M', act: toggleMute },
    ...(phone.state === 'talking' && !isMerged
      ? [{ id: 'hold', icon: Pause, word: t(isHeld ? 'resume' : 'hold'), keys: 'H', act: toggleHold }]
      : []),
    { id: 'hang-up', icon: PhoneOff, word: t('hangUp'), keys: 'Esc Esc', act: hangUp },
  ];
}
