import { Button } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getFollowUpOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { Panel } from '../Panel';
import { Loaded } from '../States';
import { FollowUpFacts, FollowUpForm } from './FollowUpForm';

/** Leads to the form of a single call, which reads the number from the call. */
export function CallBack({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  if (!may('createDispatch')) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPhoneOutgoing aria-hidden size={14} />}
      renderRoot={(props) => (
        <Link to="/campaigns/single-calls" search={{ client_id, call: callId }} {...props} />
      )}
    >
      {t('followUp.callBack')}
    </Button>
  );
}

/** The follow-up of one call. */
export function FollowUpPanel({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const followUp = useQuery(getFollowUpOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <Panel title={t('followUp.title')} aside={<CallBack callId={callId} />}>
      <Loaded query={followUp} what={t('followUp.title')} height={220}>
        {(saved) => (may('saveFollowUp') ? <FollowUpForm saved={saved} /> : <FollowUpFacts saved={saved} />)}
      </Loaded>
    </Panel>
  );
}
