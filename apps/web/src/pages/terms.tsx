import { useOperator, WhoRunsThis } from '../features/operator/who-runs-this.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { legal } from '../texts/legal.ts';
import { Article } from '../ui/article.tsx';

/** /terms */
export function Page() {
  const t = legal.useText();
  const answer = useOperator();
  usePageTitle(t('termsTitle'));
  return (
    <Article
      title={t('termsTitle')}
      lead={t('termsLead')}
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
