import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { keepBesideCall, useCountedDialog } from '../lib/page/open-dialogs.ts';
import { shell } from '../texts/shell.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Wordmark } from '../ui/mark.tsx';
import { SidebarContents } from './sidebar-contents.tsx';
import { tellSidebar, useSidebar } from './sidebar-state.ts';
import { useSignOut } from './use-sign-out.ts';

function Counted() {
  useCountedDialog();
  return null;
}

/** The sidebar drawn over a narrow page. */
export function SidebarDrawer() {
  const t = shell.useText();
  const isOpen = useSidebar((sidebar) => sidebar.isOpen);
  const isCalling = useCallInProgress((call) => call.isRunning);
  const { pathname } = useLocation();
  const leave = useSignOut();
  // Closes when this page is left, not when it is come to: the menu may have been asked for before this was loaded.
  useEffect(() => (pathname === '' ? undefined : () => tellSidebar('page-changed')), [pathname]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => tellSidebar(open ? 'opened' : 'closed')}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[fade-in_140ms] bg-[oklch(0.16_0.014_222/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={keepBesideCall}
          className={cx(
            'fixed inset-y-0 start-0 z-50 flex w-72 max-w-[85vw] animate-[appear_160ms] flex-col overflow-y-auto bg-ground px-4 py-4 shadow-float',
            isCalling && 'max-sm:pb-[calc(5.25rem+env(safe-area-inset-bottom))]',
          )}
        >
          <div className="mb-4 flex items-center justify-between">
            <Wordmark />
            <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('closeMenu')}>
                <X aria-hidden className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <SidebarContents onSignOut={leave} />
          <Counted />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
