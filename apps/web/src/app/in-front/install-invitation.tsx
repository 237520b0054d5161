import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { usePhone } from '../../features/phone/phone-store.ts';
import { install, useInstall } from '../../lib/page/install.ts';
import { shell } from '../../texts/shell.ts';
import { Button } from '../../ui/button.tsx';

const KEY = 'farline.calls-talked';
/** Who has talked so often has use for it. */
const CALLS = 2;

/** The ids of the first calls of this browser that were talked on. */
const useTalked = create<{ ids: readonly string[] }>(() => ({ ids: callsTalked() }));

/** After somebody's second call: the way to have the phone among their apps, where the browser offers that. */
export function InstallInvitation() {
  const t = shell.useText();
  const isOffered = useInstall(({ offer }) => offer !== null);
  const endedId = usePhone(({ phone }) => (phone.state === 'ended' && phone.talkedSeconds > 0 ? phone.call.id : null));
  const talked = useTalked(({ ids }) => ids);
  useEffect(() => (endedId === null ? undefined : noteCall(endedId)), [endedId]);
  if (endedId === null || !isOffered || talked.length < CALLS) return null;
  return (
    <Button look="quiet" size="small" onClick={() => void install()} data-testid="install">
      <Download aria-hidden className="size-4" />
      {t('install')}
    </Button>
  );
}

function noteCall(id: string): void {
  const { ids } = useTalked.getState();
  if (ids.includes(id) || ids.length >= CALLS) return;
  useTalked.setState({ ids: [...ids, id] });
  try {
    localStorage.setItem(KEY, [...ids, id].join(' '));
  } catch {
    // Nothing can be kept here: it counts for as long as the page is open.
  }
}

function callsTalked(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}
