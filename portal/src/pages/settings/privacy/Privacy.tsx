import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  getPiiPolicyOptions,
  getTenantGovernanceOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { Governance } from './Governance';
import { PiiPolicy } from './PiiPolicy';

/**
 * A customer's privacy settings: who sees personal data of callers, and how long data is kept
 * (privacy sections 2 and 5).
 */
export function Privacy() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const policy = useQuery(getPiiPolicyOptions({ query: { client_id } }));
  const governance = useQuery(getTenantGovernanceOptions({ query: { client_id } }));
  return (
    <Stack>
      <Panel title={t('privacy.title')}>
        <Loaded query={policy} what={t('privacy.title')} height={420}>
          {(saved) => <PiiPolicy key={saved.client_id} saved={saved} />}
        </Loaded>
      </Panel>
      <Panel title={t('governance.title')}>
        <Loaded query={governance} what={t('governance.title')} height={260}>
          {(saved) => <Governance key={saved.client_id} saved={saved} />}
        </Loaded>
      </Panel>
    </Stack>
  );
}
