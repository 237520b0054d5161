import type { PushDevice } from '@farline/contracts/push/push';
import { api } from '../../lib/api/api-client.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { deviceName, DeviceSign } from './device-name.tsx';

/** The browsers that are told of things, each with a way to end it. */
export function PushDevices({
  devices,
  isBusy,
  onRemove,
}: {
  devices: readonly PushDevice[];
  isBusy: boolean;
  onRemove: (remove: () => Promise<unknown>) => void;
}) {
  const t = settingsText.useText();
  return (
    <ul className="mt-5 grid" aria-label={t('pushDevices')}>
      {devices.map(({ id, device, addedAt, lastSentAt, isCurrent }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line py-3 first:border-t-0"
        >
          <DeviceSign device={device} />
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium">
              {deviceName(device)}
              {isCurrent && (
                <span className="ms-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-note font-medium text-accent-strong">
                  {t('thisDevice')}
                </span>
              )}
            </p>
            <p className="text-note text-muted">
              <time dateTime={addedAt} title={formatExactly(addedAt)}>
                {t('pushSince', { when: formatWhen(addedAt) })}
              </time>
              {lastSentAt !== null && ` · ${t('pushLast', { when: formatWhen(lastSentAt) })}`}
            </p>
          </div>
          {!isCurrent && (
            <Button
              look="quiet"
              size="small"
              disabled={isBusy}
              aria-label={t('pushRemoveNamed', { name: deviceName(device) })}
              onClick={() => onRemove(async () => await api('DELETE /settings/push/{id}', { id }))}
            >
              {t('pushRemove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
