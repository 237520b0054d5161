import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTimeOfDay } from '../lib/format/format.ts';
import { shownTimeZone } from '../lib/format/time-zone.ts';
import { shell } from '../texts/shell.ts';

/** Says since when the browser has no network; nothing while it has one. What was there stays on the page. */
export function OfflineBar() {
  const t = shell.useText();
  const since = useOfflineSince();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-3 top-18 z-20 flex justify-center">
      {since !== null && (
        <p className="flex items-center gap-2 rounded-control bg-attention-soft px-4 py-2 text-note font-medium text-attention shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {t('offlineSince', { time: formatTimeOfDay(since, shownTimeZone()) })}
        </p>
      )}
    </div>
  );
}

function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(() => (navigator.onLine ? null : new Date()));
  useEffect(() => {
    const lose = (): void => setSince((begun) => begun ?? new Date());
    const regain = (): void => setSince(null);
    globalThis.addEventListener('offline', lose);
    globalThis.addEventListener('online', regain);
    return () => {
      globalThis.removeEventListener('offline', lose);
      globalThis.removeEventListener('online', regain);
    };
  }, []);
  return since;
}
