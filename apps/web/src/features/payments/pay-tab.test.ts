import '../../lib/testing/browser-stand-ins.ts';
import { expect, test, vi } from 'vitest';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { openPayTab } from './pay-tab.ts';

test('the tab in which somebody pays during a call begins with nothing of what this one keeps: the call is not its own', () => {
  const kept = new Map([['farline.phone.call', 'a call']]);
  const tab = {
    closed: false,
    sessionStorage: { clear: () => kept.clear() },
    location: { replace: vi.fn<(url: string) => void>() },
  };
  vi.stubGlobal('window', { open: () => tab });
  useCallInProgress.setState({ isRunning: true });
  expect(openPayTab().go('https://pay.example.com/')).toBe('beside');
  expect(kept.size).toBe(0);
  useCallInProgress.setState({ isRunning: false });
});
