import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getIpAllowlistOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { AllowlistForm } from './AllowlistForm';

/** The networks from which the client may be used (access section 8). */
export function Allowlist() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const allowlist = useQuery(getIpAllowlistOptions({ query: { client_id } }));
  return (
    <Panel title={t('allowlist.title')}>
      <Loaded query={allowlist} what={t('allowlist.title')} height={260}>
        {(saved) => <AllowlistForm key={saved.client_id} saved={saved} />}
      </Loaded>
    </Panel>
  );
}
