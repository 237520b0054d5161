import type { ImportReport } from '@farline/contracts/contacts/contacts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { upload } from '../../lib/api/upload.ts';
import { contactNamesQuery, queryClient } from '../../lib/session/queries.ts';
import { contactsText } from '../../texts/contacts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { contactsChanged } from './contacts-queries.ts';
import { problemSentence } from './import-problem.ts';

type Reading =
  | { is: 'idle' }
  | { is: 'reading'; percent: number }
  | { is: 'read'; report: ImportReport }
  | { is: 'failed'; sentence: string };

/** Contacts from a file, and back into one. */
export function ImportContacts() {
  const t = contactsText.useText();
  const [reading, setReading] = useState<Reading>({ is: 'idle' });
  const names = useQuery(contactNamesQuery, queryClient);

  const read = async (file: File): Promise<void> => {
    setReading({ is: 'reading', percent: 0 });
    try {
      const home = homeCountry();
      const query = home === undefined ? ('' as const) : (`?defaultCountry=${home}` as const);
      const report = await upload(`/contacts/import${query}`, file, (percent) =>
        setReading({ is: 'reading', percent }),
      );
      setReading({ is: 'read', report });
      await contactsChanged();
    } catch (error) {
      setReading({ is: 'failed', sentence: sentenceOf(error) });
    }
  };

  return (
    <Card tone="soft" className="mt-8" aria-labelledby="import-contacts">
      <h2 id="import-contacts" className="text-title font-semibold">
        {t('importTitle')}
      </h2>
      <p className="prose-width mt-1.5 text-muted">{t('importLead')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <FileButton accept=".vcf,.csv,text/vcard,text/csv" size="small" isBusy={reading.is === 'reading'} onFile={read}>
          {reading.is === 'reading' ? t('importing', { percent: formatPercent(reading.percent) }) : t('importChoose')}
        </FileButton>
        {names.data !== undefined && names.data.length > 0 && (
          <>
            <SaveFile path="/contacts/export.vcf" name={t('vcfName')} label={t('saveVcf')} />
            <SaveFile path="/contacts/export.csv" name={t('csvName')} />
          </>
        )}
      </div>
      {reading.is === 'read' && <Report report={reading.report} />}
      {reading.is === 'failed' && (
        <Notice kind="error" title={t('importFailed')} className="mt-4">
          {translateSentence(reading.sentence)}
        </Notice>
      )}
    </Card>
  );
}

function Report({ report }: { report: ImportReport }) {
  const t = contactsText.useText();
  const parts = [
    t('imported', { count: report.added }),
    report.completed > 0 ? t('completed', { count: report.completed }) : null,
    report.unchanged > 0 ? t('unchanged', { count: report.unchanged }) : null,
    report.skipped > 0 ? t('skipped', { count: report.skipped }) : null,
  ].filter((part) => part !== null);
  return (
    <Notice
      kind={report.skipped > 0 ? 'warning' : 'success'}
      title={parts.join(', ')}
      className="mt-4"
      data-testid="import-report"
    >
      {report.problems.length > 0 && (
        <ul className="mt-1 max-h-40 overflow-y-auto text-note">
          {report.problems.map((problem) => (
            <li key={`${problem.line} ${problem.message}`}>{problemSentence(problem)}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
