import { sharedText } from '../texts/shared.ts';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** A list that is read page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** What it says instead of "More". */
  label?: string;
  className: string;
}

/** Reads the next page of a list, as long as there is one. */
export function MoreButton({ list, label, className }: MoreButtonProps) {
  const t = sharedText.useText();
  if (!list.hasNextPage) return null;
  return (
    <Button
      look="quiet"
      size="small"
      className={className}
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? t('loadingMore') : (label ?? t('more'))}
    </Button>
  );
}
