import type { Notice } from '@farline/contracts/notices';
import { Link } from 'react-router';
import { useNames } from '../../lib/calls/use-names.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { noticesText } from '../../texts/notices.ts';
import { cx } from '../../ui/cx.ts';
import { NOTICE_ICONS, noticePath, noticeSentence } from './notice-sentence.ts';

/** One notice: what happened, when, and the way to what can be done about it. */
export function NoticeLine({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const t = noticesText.useText();
  const nameOf = useNames();
  const Icon = NOTICE_ICONS[notice.kind];
  const isUnread = notice.readAt === null;
  return (
    <li>
      <Link
        to={noticePath(notice)}
        onClick={onFollow}
        data-notice={notice.kind}
        className="flex gap-3 rounded-control px-3 py-3 transition-colors hover:bg-soft"
      >
        <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', isUnread ? 'text-accent' : 'text-muted')} />
        <span className="min-w-0 flex-1">
          <span className={cx('block', isUnread && 'font-medium')}>{noticeSentence(notice, nameOf)}</span>
          <time dateTime={notice.at} title={formatExactly(notice.at)} className="block text-note text-muted">
            {formatWhen(notice.at)}
          </time>
        </span>
        {isUnread && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
