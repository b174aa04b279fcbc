import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';

/** Says that tickets are not available here, which is different from having none. */
export function SupportPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('pages.support')} help={t('help.support')} chapter="support" />
      <Empty title={t('support.notHere')} next={t('support.next')} />
    </>
  );
}
