import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';

/** Says that there are no tickets here, which is not the same as none. */
export function SupportPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('pages.support')} help={t('help.support')} chapter="support" />
      <Empty title={t('support.notHere')} next={t('support.next')} />
    </>
  );
}
