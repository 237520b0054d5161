import type { ReactNode } from 'react';

/** A part of what is said of something, under a small heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-sans text-body font-semibold tracking-normal">{title}</h2>
      {children}
    </section>
  );
}
