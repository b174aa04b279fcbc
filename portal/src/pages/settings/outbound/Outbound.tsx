import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOutboundSettingsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { PauseForm } from './PauseForm';

/** A client's settings for all of its outbound calls (campaigns section 12). */
export function Outbound() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const settings = useQuery(getOutboundSettingsOptions({ query: { client_id } }));
  return (
    <Panel title={t('outbound.title')}>
      <Loaded query={settings} what={t('outbound.title')} height={200}>
        {(saved) => <PauseForm key={client_id} saved={saved} />}
      </Loaded>
    </Panel>
  );
}
