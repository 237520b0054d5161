import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A component whose script is fetched when it is first shown, or before. */
export type Loadable<Props extends object> = ComponentType<Props> & { load: () => Promise<void> };

const parts: (() => Promise<void>)[] = [];

/** As a page: one that is loaded already stands at once, without a moment in which it is waited for. */
export function loadable<Props extends object>(fetch: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let there: ComponentType<Props> | null = null;
  const load = async (): Promise<ComponentType<Props>> => (there ??= await fetch());
  const Lazy = lazy(async () => ({ default: await load() }));
  function Loaded(props: Props) {
    // What is shown stays what it is: another component in its place would forget what was typed.
    const [{ Part }] = useState(() => ({ Part: there ?? Lazy }));
    return <Part {...props} />;
  }
  return Object.assign(Loaded, { load: async () => void (await load()) });
}

/**
 * A part of a page that the first view does not show, such as what a button opens: its script comes when it is wanted, or once
 * the page has nothing better to do (`loadLater`). Until then there is nothing in its place.
 */
export function later<Props extends object>(fetch: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = loadedLater(loadable(fetch));
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Has such a part fetched with the others; whoever shows it says what stands in its place until then. */
export function loadedLater<Part extends { load: () => Promise<void> }>(part: Part): Part {
  parts.push(part.load);
  return part;
}

/** Fetches all parts that were declared so far; what cannot be had is asked for again when it is shown. */
export async function loadLater(): Promise<void> {
  await Promise.allSettled(parts.splice(0).map(async (load) => await load()));
}
