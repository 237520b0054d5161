import { Component, type ReactNode, useEffect } from 'react';
import { sentenceOf } from '../lib/api/http.ts';
import { type Part, PartMissing } from '../lib/page/part.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { NotLoaded } from '../ui/later/not-loaded.tsx';
import { Notice } from '../ui/notice.tsx';

type Broken = { isBroken: false } | { isBroken: true; error: unknown };

/**
 * Stands around the page: what throws in it is shown as our fault, and the frame with the phone goes on. A page that could not be loaded
 * is shown as soon as it could.
 */
export class PageBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = { isBroken: false };

  static getDerivedStateFromError(error: unknown): Broken {
    return { isBroken: true, error };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const { error } = this.state;
    if (!(error instanceof PartMissing)) return <BrokenPage error={error} />;
    return <MissingPage part={error.part} onThere={() => this.setState({ isBroken: false })} />;
  }
}

function MissingPage({ part, onThere }: { part: Part<unknown>; onThere: () => void }) {
  useEffect(() => {
    const look = (): void => {
      if (part.read().is === 'there') onThere();
    };
    look();
    return part.watch(look);
  });
  return (
    <div className="mx-auto max-w-lg p-6 pt-24">
      <NotLoaded part={part} />
    </div>
  );
}

function BrokenPage({ error }: { error: unknown }) {
  const t = shell.useText();
  return (
    <div className="mx-auto max-w-lg p-6 pt-24">
      <Notice
        kind="error"
        title={t('brokenTitle')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      >
        <p>{t('brokenBody')}</p>
        <p className="mt-2 break-words font-mono text-note">{sentenceOf(error)}</p>
      </Notice>
    </div>
  );
}
