import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../lib/page/notify.ts';
import { settingsText } from '../../texts/settings.ts';
import { IconButton } from '../../ui/button.tsx';

/** A value to be typed elsewhere, with a button that copies it. */
export function CopyLine({ name, value }: { name: string; value: string }) {
  const t = settingsText.useText();
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      await notify({ type: 'warning', message: t('copyFailed') });
    }
  };
  return (
    <div className="border-t border-line py-1.5 first:border-t-0 @md:flex @md:items-center @md:gap-2 @md:py-1">
      <dt className="shrink-0 text-note text-muted @md:w-24">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2">
        <span className="min-w-0 flex-1 select-all wrap-anywhere font-mono text-note">{value}</span>
        <IconButton label={isCopied ? t('copied') : t('copyNamed', { what: name })} onClick={() => void copy()}>
          <Icon aria-hidden className="size-4.5" />
        </IconButton>
        <span role="status" className="sr-only">
          {isCopied ? t('copied') : ''}
        </span>
      </dd>
    </div>
  );
}
