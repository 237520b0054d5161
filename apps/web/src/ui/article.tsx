import type { ReactNode } from 'react';

/** A plain page to read: a title, a first paragraph, sections, and what is more than words. */
export function Article({
  title,
  lead,
  sections,
  children,
}: {
  title: string;
  lead: string;
  sections: readonly (readonly [string, string])[];
  children?: ReactNode;
}) {
  return (
    <article className="mx-auto max-w-3xl px-5 py-12 sm:px-8 sm:py-16">
      <h1 className="text-display font-semibold">{title}</h1>
      <p className="prose-width mt-4 text-lead text-muted">{lead}</p>
      {sections.map(([heading, body]) => (
        <section key={heading} className="mt-9">
          <h2 className="text-title font-semibold">{heading}</h2>
          <p className="prose-width mt-2">{body}</p>
        </section>
      ))}
      {children}
    </article>
  );
}
