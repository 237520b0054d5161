import {
  type LucideIcon,
  ChartColumn,
  Hash,
  LayoutDashboard,
  MessageSquare,
  Phone,
  Settings,
  Tags,
  Users,
  Wallet,
} from 'lucide-react';
import type { shell } from '../texts/shell.ts';
import { cx } from '../ui/cx.ts';

interface Way {
  to: string;
  word: Parameters<typeof shell.say>[0];
  /** After G it leads there, too: a letter that no other way has. */
  key?: string;
  icon: LucideIcon;
}

/** Where the sidebar leads. */
export const WAYS_AROUND: readonly Way[] = [
  { to: '/dashboard', word: 'dashboard', key: 'D', icon: LayoutDashboard },
  { to: '/calls', word: 'calls', key: 'C', icon: Phone },
  { to: '/messages', word: 'messages', key: 'M', icon: MessageSquare },
  { to: '/contacts', word: 'contacts', key: 'P', icon: Users },
  { to: '/numbers', word: 'numbers', key: 'N', icon: Hash },
  { to: '/analytics', word: 'analytics', key: 'A', icon: ChartColumn },
  { to: '/billing', word: 'billing', key: 'B', icon: Wallet },
  { to: '/settings', word: 'settings', key: 'S', icon: Settings },
  { to: '/pricing', word: 'pricing', key: 'R', icon: Tags },
];

/** How the sidebar looks beside the page, and the search and a way in it: the frame that comes with the document has the same. */
export const SIDEBAR_LOOK = 'fixed bottom-0 start-0 top-16 z-20 flex w-60 flex-col px-4 py-6 max-lg:hidden';
export const SEARCH_LOOK =
  'mb-3 flex min-h-11 shrink-0 items-center gap-3 rounded-control border border-edge px-3 text-start font-medium text-muted transition-colors hover:border-text hover:text-text';
export const lookOfWay = (isHere: boolean): string =>
  cx(
    'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
    isHere ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-soft hover:text-text',
  );
