import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTimeOfDay } from '../lib/format/format.ts';
import { shownTimeZone } from '../lib/format/time-zone.ts';
import { formatExactly } from '../lib/format/format-time.ts';
import { useKept } from '../lib/session/kept-state.ts';
import { shell } from '../texts/shell.ts';

/** Says since when the browser has no network, or from when what it has kept is; nothing while the server answers. */
export function OfflineBar() {
  const t = shell.useText();
  const since = useOfflineSince();
  const kept = useKept((state) => state.kept);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-3 top-18 z-20 flex justify-center">
      {(since !== null || kept !== null) && (
        <p className="flex items-center gap-2 rounded-control bg-attention-soft px-4 py-2 text-note font-medium text-attention shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {kept !== null
            ? t('offlineKept', { when: formatExactly(new Date(kept.savedAtMs).toISOString()) })
            : since !== null && t('offlineSince', { time: formatTimeOfDay(since, shownTimeZone()) })}
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
