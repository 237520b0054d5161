import { AudioLines } from 'lucide-react';
import { cx } from './cx.ts';

/** Stands where a flag would, for the echo test. */
export function EchoFlag({ className }: { className?: string }) {
  return <AudioLines aria-hidden className={cx('inline-block h-4 w-6 shrink-0 text-accent', className)} />;
}
