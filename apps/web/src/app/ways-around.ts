import { ChartColumn, Hash, LayoutDashboard, MessageSquare, Phone, Settings, Tags, Users, Wallet } from 'lucide-react';
import { cx } from '../ui/cx.ts';

/** Where the sidebar leads. */
export const WAYS_AROUND = [
  { to: '/dashboard', word: 'dashboard', icon: LayoutDashboard },
  { to: '/calls', word: 'calls', icon: Phone },
  { to: '/messages', word: 'messages', icon: MessageSquare },
  { to: '/contacts', word: 'contacts', icon: Users },
  { to: '/numbers', word: 'numbers', icon: Hash },
  { to: '/analytics', word: 'analytics', icon: ChartColumn },
  { to: '/billing', word: 'billing', icon: Wallet },
  { to: '/settings', word: 'settings', icon: Settings },
  { to: '/pricing', word: 'pricing', icon: Tags },
] as const;

/** How the sidebar looks beside the page, and a way in it: the frame that comes with the document has the same. */
export const SIDEBAR_LOOK = 'fixed bottom-0 start-0 top-16 z-20 flex w-60 flex-col px-4 py-6 max-lg:hidden';
export const lookOfWay = (isHere: boolean): string =>
  cx(
    'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
    isHere ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-soft hover:text-text',
  );
