import { useOperator, WhoRunsThis, WhoTranscribes } from '../features/operator/who-runs-this.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { legal } from '../texts/legal.ts';
import { Article } from '../ui/article.tsx';

/** /privacy */
export function Page() {
  const t = legal.useText();
  const answer = useOperator();
  usePageTitle(t('privacyTitle'));
  return (
    <Article
      title={t('privacyTitle')}
      lead={t('privacyLead')}
      sections={[
        [t('privacyKeptTitle'), t('privacyKept')],
        [t('privacyAccessTitle'), t('privacyAccess')],
        [t('privacyNotTitle'), t('privacyNot')],
        [t('privacyBrowserTitle'), t('privacyBrowser')],
        [t('privacyOthersTitle'), t('privacyOthers')],
      ]}
    >
      <WhoTranscribes answer={answer} />
      <WhoRunsThis answer={answer} />
    </Article>
  );
}
