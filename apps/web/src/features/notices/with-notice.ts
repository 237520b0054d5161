import type { Notice } from '@farline/contracts/notices';

interface Page {
  items: Notice[];
  unread: number;
}

/** The pages with a notice in its place, or at the top when it is new, and the count of unread ones on each. Twice changes nothing. */
export function withNotice<Shown extends Page>(
  pages: readonly Shown[],
  notice: Notice | null,
  unread: number,
): Shown[] {
  const isShown = pages.some((page) => page.items.some((item) => item.id === notice?.id));
  return pages.map((page, index) => {
    const items = page.items.map((item) => (notice !== null && item.id === notice.id ? notice : item));
    const isNewHere = notice !== null && !isShown && index === 0;
    return { ...page, items: isNewHere ? [notice, ...items] : items, unread };
  });
}
