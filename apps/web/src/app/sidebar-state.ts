import { create } from 'zustand';

/** Whether the sidebar is drawn out over a narrow page. On wide screens it always stands there. */
export interface SidebarState {
  isOpen: boolean;
}

export type SidebarEvent = 'opened' | 'closed' | 'page-changed';

/** The sidebar after somebody opened or closed it, or went to another page: there it is closed. */
export function sidebarAfter(event: SidebarEvent): SidebarState {
  return { isOpen: event === 'opened' };
}

/** The sidebar of this page. */
export const useSidebar = create<SidebarState>(() => sidebarAfter('closed'));

/** Tells the sidebar what happened. */
export function tellSidebar(event: SidebarEvent): void {
  useSidebar.setState(sidebarAfter(event));
}
