import { create } from 'zustand';

/** Whether the sidebar is drawn out over a narrow page. On wide screens it always stands there. */
export const useSidebar = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
