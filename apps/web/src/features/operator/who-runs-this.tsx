import { api } from '../../lib/api/api-client.ts';
import { useAnswer } from '../../lib/api/use-answer.ts';
import { countryName } from '../../lib/format/format.ts';
import { legal } from '../../texts/legal.ts';

const askOperator = async () => await api('GET /operator');

type Asked = ReturnType<typeof useOperator>;

/** Who runs this installation, and who is sent what of it, once that is known. */
export const useOperator = () => useAnswer('operator', askOperator);

/** Who runs this installation, as a section of a page to read: their name, address, tax number and mail address. */
export function WhoRunsThis({ answer }: { answer: Asked }) {
  const t = legal.useText();
  return (
    <section className="mt-9">
      <h2 className="text-title font-semibold">{t('whoTitle')}</h2>
      {answer.is === 'failed' && <p className="prose-width mt-2">{t('whoMissing')}</p>}
      {answer.is === 'here' && <Operator operator={answer.value.operator} />}
    </section>
  );
}

/** Who is sent the sound of voicemails, as a section of a page to read; nothing where nobody is. */
export function WhoTranscribes({ answer }: { answer: Asked }) {
  const t = legal.useText();
  if (answer.is !== 'here' || answer.value.transcription === null) return null;
  const { host } = answer.value.transcription;
  return (
    <section className="mt-9" data-testid="who-transcribes">
      <h2 className="text-title font-semibold">{t('privacyTranscriptTitle')}</h2>
      <p className="prose-width mt-2 wrap-anywhere">
        {host === null ? t('privacyTranscriptHere') : t('privacyTranscriptElsewhere', { host })}
      </p>
    </section>
  );
}

function Operator({ operator }: Pick<Awaited<ReturnType<typeof askOperator>>, 'operator'>) {
  const t = legal.useText();
  if (operator === null) return <p className="prose-width mt-2">{t('whoUnknown')}</p>;
  const { name, lines, country, taxId, email } = operator;
  const written = [
    name,
    ...lines,
    ...(country === null ? [] : [countryName(country)]),
    ...(taxId === null ? [] : [t('whoTax', { taxId })]),
  ];
  return (
    <address className="prose-width mt-2 not-italic wrap-anywhere">
      {written.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {email !== null && (
        <a href={`mailto:${email}`} className="mt-2 inline-block underline">
          {t('whoEmail', { email })}
        </a>
      )}
    </address>
  );
}
