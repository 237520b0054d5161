import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { cx } from './cx.ts';

/** The parts of a page, each with an address of its own; on a telephone the row scrolls, with the present one in view. */
export function PageParts({ label, parts }: { label: string; parts: readonly { to: string; word: string }[] }) {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pathname === '') return;
    row.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="-mx-5 my-5 flex scroll-px-5 gap-1.5 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {parts.map(({ to, word }) => (
        <NavLink
          key={to}
          end
          to={to}
          className={({ isActive }) =>
            cx(
              'inline-flex min-h-10 shrink-0 items-center rounded-full px-3 sm:px-4 text-note font-medium transition-colors',
              isActive ? 'bg-accent text-on-accent' : 'bg-soft text-text hover:bg-press',
            )
          }
        >
          {word}
        </NavLink>
      ))}
    </nav>
  );
}
