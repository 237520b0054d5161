import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const KINDS = {
  error: { clothes: 'bg-stop-soft text-text', icon: CircleAlert, colour: 'text-stop' },
  warning: { clothes: 'bg-attention-soft text-text', icon: TriangleAlert, colour: 'text-attention' },
  success: { clothes: 'bg-call-soft text-text', icon: CircleCheck, colour: 'text-call' },
  info: { clothes: 'bg-accent-soft text-text', icon: Info, colour: 'text-accent' },
} as const;

interface NoticeProps {
  kind: keyof typeof KINDS;
  title?: string | undefined;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  className?: string;
  'data-testid'?: string;
}

/** A box that says what happened, what is safe, and what to do. An error is read out at once. */
export function Notice({ kind, title, children, action, className, ...rest }: NoticeProps) {
  const { clothes, icon: Icon, colour } = KINDS[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={cx('appearing flex gap-3 rounded-control p-3.5 text-body', clothes, className)}
      {...rest}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
        {action !== undefined && <div className="mt-2.5 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
