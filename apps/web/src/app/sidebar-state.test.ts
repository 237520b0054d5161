import { beforeEach, expect, test } from 'vitest';
import { sidebarAfter, tellSidebar, useSidebar } from './sidebar-state.ts';

beforeEach(() => tellSidebar('closed'));

test.each([
  ['opened', true],
  ['closed', false],
  ['page-changed', false],
] as const)('the sidebar after %s: open %j', (event, isOpen) => {
  expect(sidebarAfter(event)).toEqual({ isOpen });
});

test('going to another page closes the sidebar that was opened', () => {
  tellSidebar('opened');
  expect(useSidebar.getState()).toEqual({ isOpen: true });
  tellSidebar('page-changed');
  expect(useSidebar.getState()).toEqual({ isOpen: false });
});
