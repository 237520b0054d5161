import { Download } from 'lucide-react';
import { useState } from 'react';
import type { FilePath } from '../lib/api/api-routes.ts';
import { saveFile } from '../lib/api/download.ts';
import { sentenceOf } from '../lib/api/http.ts';
import { translateSentence } from '../lib/language/i18n.ts';
import { twoSentences } from '../lib/language/two-sentences.ts';
import { notify } from '../lib/page/notify.ts';
import { sharedText } from '../texts/shared.ts';
import { Button } from './button.tsx';

interface SaveFileProps {
  /** The route that makes the file. */
  path: FilePath;
  name: string;
  label?: string;
  /** The whole of it in words, where the label is short. */
  title?: string;
}

/** A button that fetches a file and lets the browser save it; what goes wrong is said in a toast. */
export function SaveFile({ path, name, label, title }: SaveFileProps) {
  const t = sharedText.useText();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveFile(path, name);
    } catch (error) {
      await notify({ type: 'error', message: twoSentences(t('fileFailed'), translateSentence(sentenceOf(error))) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" size="small" disabled={isBusy} aria-label={title} title={title} onClick={() => void save()}>
      <Download aria-hidden className="size-4" />
      {isBusy ? t('savingFile') : (label ?? t('saveCsv'))}
    </Button>
  );
}
