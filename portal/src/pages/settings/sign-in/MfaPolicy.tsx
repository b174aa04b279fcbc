import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getMfaPolicyOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { MfaPolicyForm } from './MfaPolicyForm';

/** When people of the client need a second factor (second-factors section 3). */
export function MfaPolicy() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const policy = useQuery(getMfaPolicyOptions({ query: { client_id } }));
  return (
    <Panel title={t('mfa.title')}>
      <Loaded query={policy} what={t('mfa.title')} height={420}>
        {(saved) => <MfaPolicyForm key={client_id} saved={saved} />}
      </Loaded>
    </Panel>
  );
}
