import { billingText } from '../../texts/billing.ts';
import { Notice } from '../../ui/notice.tsx';

const WHY = { mailbox: 'noPracticeMailbox', device: 'noPracticeDevice', card: 'noPracticeCard' } as const;

export function NoPracticeNotice({ why }: { why: keyof typeof WHY }) {
  const t = billingText.useText();
  return (
    <Notice kind="info" title={t('noPractice')} data-testid="no-practice">
      <p>{t(WHY[why])}</p>
    </Notice>
  );
}
