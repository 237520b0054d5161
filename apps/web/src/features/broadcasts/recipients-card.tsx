import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { useState } from 'react';
import { RequestError, sentenceOf } from '../../lib/api/http.ts';
import { upload } from '../../lib/api/upload.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Card } from '../../ui/card.tsx';
import { CountrySelect } from '../../ui/country/country-select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { putBroadcast } from './broadcasts-queries.ts';
import { LeftOutNote, RecipientRows } from './recipient-rows.tsx';

type Reading = { is: 'idle' } | { is: 'reading'; percent: number } | { is: 'failed'; sentence: string };

/** Who gets it: a file is read, and what the first of them get stands below, and who is left out and why. */
export function RecipientsCard({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = broadcastsText.useText();
  const { id, counts } = broadcast;
  const [country, setCountry] = useState(() => homeCountry() ?? 'US');
  const [reading, setReading] = useState<Reading>({ is: 'idle' });

  const read = async (file: File): Promise<void> => {
    setReading({ is: 'reading', percent: 0 });
    try {
      const path = `/messages/broadcasts/${id}/recipients?defaultCountry=${country}` as const;
      const reply = await upload(path, file, (percent) => setReading({ is: 'reading', percent }));
      putBroadcast(reply.broadcast);
      setReading({ is: 'idle' });
    } catch (error) {
      const sentence = error instanceof RequestError ? refusalSentence(error) : sentenceOf(error);
      setReading({ is: 'failed', sentence });
    }
  };
  return (
    <Card aria-labelledby="broadcast-recipients">
      <h2 id="broadcast-recipients" className="text-title font-semibold">
        {t('stepRecipients')}
      </h2>
      <p className="prose-width mt-1.5 text-muted">{t('recipientsHint')}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <CountrySelect value={country} onChoose={setCountry} />
        <FileButton accept=".csv,.tsv,.txt,text/csv" size="medium" isBusy={reading.is === 'reading'} onFile={read}>
          {reading.is === 'reading'
            ? t('reading', { percent: formatPercent(reading.percent) })
            : t(broadcast.recipients === 0 ? 'chooseFile' : 'chooseOtherFile')}
        </FileButton>
      </div>
      {reading.is === 'failed' && (
        <Notice kind="error" className="mt-4">
          {reading.sentence}
        </Notice>
      )}
      {broadcast.recipients > 0 && (
        <>
          <p className="mt-4 font-medium" data-testid="recipient-count">
            {t('willGetIt', { count: counts.waiting })}
          </p>
          <LeftOutNote broadcast={broadcast} />
          <RecipientRows broadcast={broadcast} />
        </>
      )}
    </Card>
  );
}
