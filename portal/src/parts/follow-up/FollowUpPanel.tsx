import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getFollowUpOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { Panel } from '../Panel';
import { Loaded } from '../States';
import { CallBack } from './CallBack';
import { FollowUpFacts, FollowUpForm } from './FollowUpForm';

export function FollowUpPanel({
  callId,
  isMissed = false,
}: {
  readonly callId: string;
  /** An inbound call without an answer. */
  readonly isMissed?: boolean;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const followUp = useQuery(getFollowUpOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <Panel title={t('followUp.title')} aside={followUp.data && <CallBack saved={followUp.data} />}>
      <Loaded query={followUp} what={t('followUp.title')} height={220}>
        {(saved) => (
          <>
            {isMissed && saved.state !== 'done' && <Text size="sm">{t('followUp.counted')}</Text>}
            {may('saveFollowUp') ? <FollowUpForm saved={saved} /> : <FollowUpFacts saved={saved} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
