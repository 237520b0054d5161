import { searchText } from '../../texts/search.ts';
import { shell } from '../../texts/shell.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { WAYS_AROUND } from '../ways-around.ts';
import { searchKeys } from '../search/search-key-names.ts';

/** Every key that does something wherever nobody types. */
export function KeyListDialog({ onClose }: { onClose: () => void }) {
  const t = searchText.useText();
  const shellText = shell.useText();
  return (
    <Dialog title={t('keysTitle')} open onOpenChange={onClose} data-testid="key-list">
      <div className="grid gap-6">
        <Keys
          title={t('keysEverywhere')}
          keys={[
            [searchKeys(), t('keySearch')],
            ['?', t('keyShow')],
            ['0–9 * # +', t('keyDial')],
            ['Enter', t('keyCall')],
            ['↑ ↓ J K', t('keyMove')],
          ]}
        />
        <Keys
          title={t('keysInCall')}
          keys={[
            ['0–9 * #', t('keyTone')],
            ['M', t('keyMute')],
            ['H', t('keyHold')],
            ['Esc', t('keyHangUp')],
          ]}
        />
        <Keys
          title={t('keysRinging')}
          keys={[
            ['A', t('keyAnswer')],
            ['D', t('keyDecline')],
            ['V', t('keyToVoicemail')],
            ['T', t('keyReply')],
            ['H', t('keyHoldAndAnswer')],
            ['E', t('keyEndAndAnswer')],
          ]}
        />
        <Keys
          title={t('keysGo')}
          keys={WAYS_AROUND.flatMap(({ key, word }) =>
            key === undefined ? [] : [[t('keyThen', { first: 'G', second: key }), shellText(word)] as const],
          )}
        />
      </div>
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <section>
      <h3 className="mb-2 font-sans font-semibold tracking-normal">{title}</h3>
      <dl className="grid gap-1.5">
        {keys.map(([key, does]) => (
          <div key={key} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 text-muted">{does}</dt>
            <dd className="shrink-0">
              <bdi>
                <kbd className="font-sans font-semibold">{key}</kbd>
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
