import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { keepBesideCall, useCountedDialog } from '../lib/page/open-dialogs.ts';
import { sharedText } from '../texts/shared.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

interface DialogProps {
  title: string;
  /** One or two sentences under the title; read out with it. */
  lead?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What has the focus at first; else whatever can have it. */
  begin?: RefObject<HTMLElement | null>;
  children: ReactNode;
  'data-testid'?: string;
}

/**
 * A question in front of the page: takes the focus, gives it back to what had it, Escape closes it. On narrow screens it rises from below. A
 * call goes on above it, with its buttons in reach, and it leaves room for them.
 */
export function Dialog({ open, onOpenChange, ...rest }: DialogProps) {
  const isCalling = useCallInProgress((call) => call.isRunning);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            'fixed inset-0 z-40 grid animate-[fade-in_140ms] items-end overflow-y-auto bg-[oklch(0.16_0.014_222/0.5)] sm:place-items-center sm:p-6',
            isCalling &&
              'undocked:pb-[calc(4.25rem+env(safe-area-inset-bottom))] sm:undocked:pb-24 docked:max-[100rem]:pe-[25.5rem]',
          )}
        >
          <Content {...rest} />
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Content({ title, lead, begin, children, ...rest }: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const t = sharedText.useText();
  useCountedDialog();
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Content
      {...(lead === undefined ? { 'aria-describedby': undefined } : {})}
      onInteractOutside={keepBesideCall}
      onOpenAutoFocus={(event) => {
        const first = begin?.current ?? null;
        if (first === null) return;
        event.preventDefault();
        first.focus();
      }}
      onCloseAutoFocus={(event) => {
        // What is gone, or was nothing, is left to app/keep-focus.ts.
        if (!(opener instanceof HTMLElement) || opener === document.body || !opener.isConnected) return;
        event.preventDefault();
        opener.focus({ preventScroll: true });
      }}
      className="appearing relative w-full rounded-t-card bg-ground p-5 pb-8 shadow-float outline-none sm:max-w-lg sm:rounded-card sm:p-6"
      {...rest}
    >
      <div className="mb-4 flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
          {lead !== undefined && <Radix.Description className="mt-1.5 text-muted">{lead}</Radix.Description>}
        </div>
        <Radix.Close asChild>
          <IconButton label={t('close')} className="-me-2 -mt-2">
            <X aria-hidden className="size-5" />
          </IconButton>
        </Radix.Close>
      </div>
      {children}
    </Radix.Content>
  );
}
