import { Component, type ReactNode } from 'react';
import { shell } from '../../texts/shell.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Nothing stands in its place when it breaks. */
  isSilent?: boolean;
}

/** What throws within it takes nothing beside it; people can have it shown again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return this.props.isSilent === true ? null : <Broken onTryAgain={() => this.setState({ isBroken: false })} />;
  }
}

function Broken({ onTryAgain }: { onTryAgain: () => void }) {
  const t = shell.useText();
  return (
    <Notice
      kind="error"
      title={t('brokenTitle')}
      action={
        <Button size="small" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      }
    />
  );
}
