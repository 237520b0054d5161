import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { tellToaster } from '../lib/notify.ts';
import { useTheme } from '../lib/theme.ts';

/** Where toasts appear: above the page, below nothing that rings. */
export function Toaster() {
  const theme = useTheme((state) => state.theme);
  useEffect(() => {
    tellToaster('came');
    return () => tellToaster('went');
  }, []);
  return (
    <Sonner
      theme={theme}
      position="top-center"
      offset={{ top: 76 }}
      mobileOffset={{ top: 72 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-control bg-raised p-4 text-body text-text shadow-float sm:w-96 [&_[data-icon]]:mt-0.5',
          actionButton: 'ms-auto shrink-0 rounded-small px-2 font-semibold text-accent underline underline-offset-4',
          success: '[&_[data-icon]]:text-call',
          error: '[&_[data-icon]]:text-stop',
          warning: '[&_[data-icon]]:text-attention',
          info: '[&_[data-icon]]:text-accent',
        },
      }}
    />
  );
}
