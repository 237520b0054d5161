import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Part } from '../../lib/page/part.ts';
import { shell } from '../../texts/shell.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Notice } from '../notice.tsx';

interface NotLoadedProps {
  part: Part<unknown>;
  /** It lies over the page, where what it stands for would. */
  isFloating?: boolean;
  /** Somebody would rather not have it. */
  onClose?: (() => void) | undefined;
}

/** In the place of a part that could not be had: it is asked for again as this comes, by itself later, and whenever somebody presses. */
export function NotLoaded({ part, isFloating = false, onClose }: NotLoadedProps) {
  const t = shell.useText();
  const tryAgain = (): void => void part.load().catch(() => undefined);
  useEffect(() => void part.load().catch(() => undefined), [part]);
  const notice = (
    <Notice
      kind="error"
      title={t('notLoadedTitle')}
      className={cx(isFloating && 'fixed inset-x-3 bottom-20 z-60 mx-auto max-w-md shadow-float')}
      data-testid="not-loaded"
      action={
        <>
          <Button size="small" onClick={tryAgain}>
            {t('tryAgain')}
          </Button>
          <Button size="small" look="quiet" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
          {onClose !== undefined && (
            <Button size="small" look="plain" onClick={onClose}>
              {t('close')}
            </Button>
          )}
        </>
      }
    >
      {t('notLoadedBody')}
    </Notice>
  );
  // Some bars are the ground of what is fixed in them.
  return isFloating
    ? createPortal(
        <div data-phone-layer className="pointer-events-auto">
          {notice}
        </div>,
        document.body,
      )
    : notice;
}
