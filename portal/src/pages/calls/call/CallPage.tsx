import { Anchor, Grid, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { getCallOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { CopyLink } from '../../../parts/CopyLink';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { PageHead } from '../../../shell/PageHead';
import { useLocale } from '../../../texts/locale';
import { FollowUpPanel } from '../../../parts/follow-up/FollowUpPanel';
import { CallFacts } from './CallFacts';
import { Consent } from './Consent';
import { Evidence } from './Evidence';
import { LinkedCalls } from './LinkedCalls';
import { Neighbours } from './Neighbours';
import { Summary } from './Summary';
import { Tickets } from './Tickets';
import { Transcript } from './Transcript';
import { UnlockPanel } from './Unlock';

/** Caller and time, which identify a call for people. */
function useTitle(call: GetCallResponse | undefined): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const { zone } = useView();
  if (!call) return t('pages.call');
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return t('call.title', {
    caller: call.caller_display ?? t('calls.withheld'),
    time: time.format(new Date(call.started_at_utc)),
  });
}

/** One call: its events and transcript, its follow-up, and its facts. */
export function CallPage() {
  const { t } = useTranslation();
  const { callId = '' } = useParams({ strict: false });
  const { client_id } = useView();
  const asked = { path: { call_id: callId }, query: { client_id } };
  const call = useQuery(getCallOptions(asked));
  const may = useMay();
  const title = useTitle(call.data);
  return (
    <>
      <PageHead title={title} help={t('help.call')} chapter="calls" api={{ operation: 'getCall', ...asked }}>
        <Group gap="md">
          <Neighbours callId={callId} />
          <Anchor renderRoot={(props) => <Link to="/calls" search={(it) => it} {...props} />} size="sm">
            {t('calls.back')}
          </Anchor>
          <CopyLink />
        </Group>
      </PageHead>
      <Loaded query={call} what={title} height={480}>
        {(data) => (
          <Grid key={data.call_id}>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Panel title={t('call.course')}>
                <Summary call={data} />
                <Transcript call={data} />
              </Panel>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack>
                {may('requestPiiUnlock') && <UnlockPanel callId={data.call_id} />}
                {may('getFollowUp') && (
                  <FollowUpPanel
                    callId={data.call_id}
                    isMissed={data.call_status === 'missed' && data.direction === 'inbound'}
                  />
                )}
                {may('searchSupportTickets') && <Tickets callId={data.call_id} />}
                <Panel title={t('calls.facts')}>
                  <CallFacts call={data} />
                </Panel>
                <Panel title={t('calls.consent')}>
                  <Consent call={data} />
                </Panel>
                <Panel title={t('call.linked')}>
                  <LinkedCalls call={data} />
                </Panel>
                {data.direction === 'outbound' && may('getOutboundEvidence') && (
                  <Panel title={t('evidence.title')}>
                    <Evidence call={data} />
                  </Panel>
                )}
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </>
  );
}
