import { Component, type ReactNode } from 'react';
import { sentenceOf } from '../lib/api/http.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type Broken = { isBroken: false } | { isBroken: true; error: unknown };

/** Stands around the page: what throws in it is shown as our fault, and the frame with the phone goes on. */
export class PageBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = { isBroken: false };

  static getDerivedStateFromError(error: unknown): Broken {
    return { isBroken: true, error };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage error={this.state.error} /> : this.props.children;
  }
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
