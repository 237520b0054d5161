import { useState } from 'react';
import { useMediaQuery, WIDE } from '../lib/page/use-media-query.ts';
import { later } from '../ui/later/later.tsx';
import { SidebarContents } from './sidebar-contents.tsx';
import { tellSidebar, useSidebar } from './sidebar-state.ts';

const SidebarDrawer = later(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer, {
  missing: 'floating',
  close: () => tellSidebar('closed'),
});

/** The signed-in person's way around: beside the page where it is wide, drawn over it where it is narrow. */
export function Sidebar() {
  const isWide = useMediaQuery(WIDE);
  const isOpen = useSidebar((sidebar) => sidebar.isOpen);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  if (!isWide) return wasOpened && <SidebarDrawer />;
  return (
    <aside className="fixed bottom-0 start-0 top-16 z-20 flex w-60 flex-col px-4 py-6">
      <SidebarContents />
    </aside>
  );
}
