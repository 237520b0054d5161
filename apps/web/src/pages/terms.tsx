import { useOperator, WhoRunsThis } from '../features/operator/who-runs-this.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { legal } from '../texts/legal.ts';
import { Article } from '../ui/article.tsx';

/** /terms */
export function Page() {
  const t = legal.useText();
  const answer = useOperator();
  const operator = answer.is === 'here' ? (answer.value.operator?.name ?? null) : null;
  usePageTitle(t('termsTitle'));
  return (
    <Article
      title={t('termsTitle')}
      lead={t('termsLead', { operator: operator ?? t('whoever') })}
      sections={[
        [t('termsPayTitle'), t('termsPay')],
        [t('termsTrialTitle'), t('termsTrial')],
        [t('termsUseTitle'), t('termsUse')],
        [t('termsEmergencyTitle'), t('termsEmergency')],
        [t('termsEndTitle'), t('termsEnd')],
      ]}
    >
      <WhoRunsThis answer={answer} />
    </Article>
  );
}
