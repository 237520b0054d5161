import { useQuery } from '@tanstack/react-query';
import { contactNamesQuery, queryClient } from '../../lib/session/queries.ts';
import { contactsText } from '../../texts/contacts.ts';
import { cx } from '../../ui/cx.ts';

const HUES = 12;

/** A word by which contacts are sorted, with a dot in its own colour: the same on every page, whatever its case. */
export function Tag({ of, className }: { of: string; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-full bg-soft px-2.5 py-0.5 text-note',
        className,
      )}
    >
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full"
        style={{ backgroundColor: `oklch(0.65 0.15 ${hueOf(of)})` }}
      />
      <bdi className="truncate">{of}</bdi>
    </span>
  );
}

/** The tags of whoever has a number; nothing where there are none. `isAlone`: nothing beside them gives the room around them. */
export function TagsOfNumber({ number, isAlone = false }: { number: string; isAlone?: boolean }) {
  const t = contactsText.useText();
  const tags = useQuery(contactNamesQuery, queryClient).data?.find((one) => one.number === number)?.tags ?? [];
  if (tags.length === 0) return null;
  return (
    <ul
      aria-label={t('tags')}
      className={cx('flex w-full flex-wrap gap-1.5', !isAlone && 'px-3 pb-1 @[38rem]:ps-0')}
      data-testid="tags"
    >
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Tag of={tag} />
        </li>
      ))}
    </ul>
  );
}

/** Degrees on the circle of colours. */
function hueOf(tag: string): number {
  let sum = 0;
  for (const letter of tag.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (sum % HUES) * (360 / HUES);
}
