import { Copy, Download } from 'lucide-react';
import { notify } from '../../lib/page/notify.ts';
import { saveBlob } from '../../lib/api/save-blob.ts';
import { factorsText } from '../../texts/factors.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

const FILE = 'farline-recovery-codes.txt';

/** The recovery codes, this one time: to be copied, saved or written down. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = factorsText.useText();
  const settings = settingsText.useText();
  const shared = sharedText.useText();
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      await notify({ type: 'success', message: shared('copied') });
    } catch {
      await notify({ type: 'warning', message: settings('copyFailed') });
    }
  };
  return (
    <Dialog title={t('codesTitle')} open onOpenChange={onClose} data-testid="recovery-codes">
      <Notice kind="warning" title={t('codesOnce')}>
        {t('codesOnceBody')}
      </Notice>
      <ol dir="ltr" className="my-4 grid gap-x-6 gap-y-1.5 font-mono text-note sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>{t('codesDone')}</Button>
        <Button look="quiet" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {shared('copy')}
        </Button>
        <Button look="quiet" onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), FILE)}>
          <Download aria-hidden className="size-4" />
          {t('codesSave')}
        </Button>
      </div>
    </Dialog>
  );
}
