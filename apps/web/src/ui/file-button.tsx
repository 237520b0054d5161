import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface FileButtonProps {
  /** What may be chosen: endings and types, as an input takes them. */
  accept: string;
  /** A small one stands back behind what its page is there for. */
  size: 'small' | 'medium';
  isBusy: boolean;
  onFile: (file: File) => Promise<void>;
  children: ReactNode;
}

/** A button that asks for a file. The same file may be chosen again. */
export function FileButton({ accept, size, isBusy, onFile, children }: FileButtonProps) {
  return (
    <label
      className={cx(
        'inline-flex cursor-pointer items-center justify-center rounded-control font-medium focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-accent',
        size === 'small'
          ? 'min-h-9 bg-soft px-3 text-note text-text hover:bg-press'
          : 'min-h-12 bg-accent px-4.5 text-on-accent hover:bg-accent-strong',
      )}
    >
      {children}
      <input
        type="file"
        accept={accept}
        className="sr-only"
        disabled={isBusy}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void onFile(file);
        }}
      />
    </label>
  );
}
