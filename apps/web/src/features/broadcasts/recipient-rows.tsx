import type { BroadcastDetail, BroadcastRecipient } from '@farline/contracts/messages/broadcasts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { recipientsQuery } from './broadcasts-queries.ts';
import { leftOutReason, recipientWord } from './recipient-words.ts';

/** How many are left out, and why. */
export function LeftOutNote({ broadcast: { counts, leftOut } }: { broadcast: BroadcastDetail }) {
  const t = broadcastsText.useText();
  if (counts.left_out === 0) return null;
  return (
    <Notice kind="warning" className="mt-3" title={t('leftOut', { count: counts.left_out })} data-testid="left-out">
      <ul className="mt-1 text-note">
        {leftOut.map(({ reason, count }) => (
          <li key={reason}>{t('leftOutFor', { count, reason: leftOutReason(reason) })}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The first rows of the file, with what each gets: all of them, or those who are left out. */
export function RecipientRows({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = broadcastsText.useText();
  const { counts } = broadcast;
  const [isLeftOut, setLeftOut] = useState(false);
  const rows = useQuery(recipientsQuery(broadcast, isLeftOut && counts.left_out > 0), queryClient);
  return (
    <div className="mt-4">
      {counts.left_out > 0 && (
        <Segments
          label={t('whichRows')}
          className="mb-3"
          value={isLeftOut ? 'left_out' : 'all'}
          options={[
            { value: 'all', label: t('firstRows') },
            { value: 'left_out', label: t('leftOutRows') },
          ]}
          onChoose={(which) => setLeftOut(which === 'left_out')}
        />
      )}
      <ul aria-label={t('firstRows')} data-testid="recipient-rows">
        {rows.data?.items.map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </ul>
      {rows.data?.hasMore === true && <p className="mt-2 text-note text-muted">{t('moreInReport')}</p>}
    </div>
  );
}

function Row({ row }: { row: BroadcastRecipient }) {
  const t = broadcastsText.useText();
  const isLeftOut = row.status === 'left_out';
  return (
    <li className="border-t border-line py-2.5 first:border-t-0" data-status={row.status}>
      <p className="flex flex-wrap items-baseline gap-x-3 text-note">
        <span className="phone-number font-medium">{row.number === '' ? t('noNumber') : showNumber(row.number)}</span>
        <span className={isLeftOut ? 'text-attention' : 'text-muted'}>
          {isLeftOut && row.reason !== null ? leftOutReason(row.reason) : recipientWord(row.status)}
        </span>
        <span className="figures ms-auto text-muted">
          {!isLeftOut && t('parts', { count: row.segments })}
          {row.cost !== null && ` · ${formatPrice(row.cost)}`}
        </span>
      </p>
      {!isLeftOut && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-note [overflow-wrap:anywhere]">
          {row.text}
        </p>
      )}
    </li>
  );
}
