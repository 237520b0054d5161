import { create } from 'zustand';

/** Whether this tab carries a call: all that the frame around the phone must know of it. */
export const useCallInProgress = create<{ isRunning: boolean }>(() => ({ isRunning: false }));
