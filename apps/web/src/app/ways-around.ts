import { ChartColumn, Hash, LayoutDashboard, MessageSquare, Phone, Settings, Tags, Users, Wallet } from 'lucide-react';

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
