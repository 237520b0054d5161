import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { tellToaster } from '../lib/page/toaster.ts';
import { useTheme } from '../lib/page/theme.ts';
import { sharedText } from '../texts/shared.ts';

/** Where toasts appear: above the page, below nothing that rings. */
export function Toaster() {
  const t = sharedText.useText();
  const theme = useTheme((state) => state.theme);
  useEffect(() => {
    tellToaster('came');
    return () => tellToaster('went');
  }, []);
  return (
    // The list sends the focus back to where it came from as soon as it leaves it: who tabs into a toast would never get past it.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        theme={theme}
        position="top-center"
        offset={{ top: 76 }}
        mobileOffset={{ top: 72 }}
        style={{ fontFamily: 'inherit' }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: t('close'),
          classNames: {
            toast:
              'flex w-full items-start gap-3 rounded-control bg-raised p-4 text-body text-text shadow-float sm:w-96 [&_[data-icon]]:mt-0.5',
            actionButton: 'ms-auto shrink-0 rounded-small px-2 font-semibold text-accent underline underline-offset-4',
            closeButton:
              'order-last -m-1.5 ms-auto grid size-9 shrink-0 place-items-center rounded-small border-0! bg-transparent! text-muted! hover:text-text! [&_svg]:size-4.5',
            success: '[&_[data-icon]]:text-call',
            error: '[&_[data-icon]]:text-stop',
            warning: '[&_[data-icon]]:text-attention',
            info: '[&_[data-icon]]:text-accent',
          },
        }}
      />
    </div>
  );
}
