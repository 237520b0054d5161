import { type ComponentType, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { createPart, type Part, PartMissing } from '../../lib/page/part.ts';
import { whenQuiet } from '../../lib/page/when-quiet.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotLoaded } from './not-loaded.tsx';

/** A component whose script is fetched when it is first shown, or before. */
export type Loadable<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> };

/** How the place of a part looks without it. */
interface LaterOptions<Props> {
  /** What stands there until it has come. */
  meanwhile?: (props: Props) => ReactNode;
  /** Its script is fetched once the page is quiet: what the page is opened for comes first. */
  waits?: boolean;
  /** What says that it could not be had: in its place, over the page, or nothing at all. */
  missing?: 'in-place' | 'floating' | 'nothing';
  /** For what somebody asked for and may do without. */
  close?: (props: Props) => void;
}

const parts: (() => Promise<unknown>)[] = [];

/** A page: while it comes React waits for it, and one that cannot be had is thrown (PartMissing) to what stands around it. */
export function loadable<Props extends object>(fetch: () => Promise<ComponentType<Props>>): Loadable<Props> {
  const part = createPart(fetch);
  function Loaded(props: Props) {
    const state = part.read();
    if (state.is === 'missing') throw new PartMissing(part, 'The page could not be loaded');
    const Shown = state.is === 'there' ? state.value : use(part.load());
    return <Shown {...props} />;
  }
  return Object.assign(Loaded, { load: part.load });
}

/**
 * A part of a page that the first view does not show, such as what a button opens: its script comes when it is wanted, or once
 * the page has nothing better to do (`loadLater`). It never takes what stands around it: what cannot be had is said, and asked for again.
 */
export function later<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  options: LaterOptions<Props> = {},
): Loadable<Props> {
  return laterOf(createPart(fetch), (component) => component, options);
}

/** One of several that come in one script. */
export function laterOf<Module, Props extends object>(
  part: Part<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { meanwhile, waits, missing = 'in-place', close }: LaterOptions<Props> = {},
): Loadable<Props> {
  parts.push(part.load);
  function Later(props: Props) {
    const state = useSyncExternalStore(part.watch, part.read, part.read);
    useEffect(() => {
      const load = () => void part.load().catch(() => undefined);
      return waits ? whenQuiet(load) : load();
    }, []);
    if (state.is === 'there') {
      const Shown = pick(state.value);
      return (
        <ErrorBoundary isSilent={missing === 'nothing'}>
          <Shown {...props} />
        </ErrorBoundary>
      );
    }
    return (
      <>
        {meanwhile?.(props)}
        {state.is === 'missing' && missing !== 'nothing' && (
          <NotLoaded
            part={part}
            isFloating={missing === 'floating'}
            onClose={close === undefined ? undefined : () => close(props)}
          />
        )}
      </>
    );
  }
  return Object.assign(Later, { load: part.load });
}

/** Fetches all parts that were declared so far; what cannot be had is asked for again. */
export async function loadLater(): Promise<void> {
  await Promise.allSettled(parts.splice(0).map(async (load) => await load()));
}
