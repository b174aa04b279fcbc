import { useTranslation } from 'react-i18next';
import { PageHead } from '../../shell/PageHead';
import { Sessions } from './Sessions';

/** What a person sets for themselves. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('pages.settings')} help={t('help.settings')} />
      <Sessions />
    </>
  );
}
