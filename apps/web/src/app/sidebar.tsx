import { useState } from 'react';
import { useMediaQuery, WIDE } from '../lib/page/use-media-query.ts';
import { later } from '../ui/later/later.tsx';
import { SidebarContents } from './sidebar-contents.tsx';
import { tellSidebar, useSidebar } from './sidebar-state.ts';
import { SIDEBAR_LOOK } from './ways-around.ts';

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
    <aside data-page className={SIDEBAR_LOOK}>
      <SidebarContents />
    </aside>
  );
}
