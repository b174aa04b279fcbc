import { Anchor, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { CopyLink } from '../../parts/CopyLink';
import { Panel } from '../../parts/Panel';
import { Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { Consent, Events, Summary, Transfer } from './CallCourse';
import { CallFacts } from './CallFacts';
import { Evidence } from './Evidence';
import { LinkedCalls } from './LinkedCalls';
import { Transcript } from './Transcript';

/** One call: its facts, its events, and its texts for this reader. */
export function CallPage() {
  const { t } = useTranslation();
  const { callId = '' } = useParams({ strict: false });
  const { client_id } = useView();
  const asked = { path: { call_id: callId }, query: { client_id } };
  const call = useQuery(getCallOptions(asked));
  const may = useMay();
  const title = t('pages.call', { id: callId });
  return (
    <>
      <PageHead title={title} help={t('help.call')} chapter="calls" api={{ operation: 'getCall', ...asked }}>
        <Group gap="md">
          <Anchor renderRoot={(props) => <Link to="/calls" search={(it) => it} {...props} />} size="sm">
            {t('calls.back')}
          </Anchor>
          <CopyLink />
        </Group>
      </PageHead>
      <Loaded query={call} what={title} height={480}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} key={data.call_id}>
            <Stack>
              <Panel title={t('calls.summary')}>
                <Summary call={data} />
              </Panel>
              <Panel title={t('calls.transcript')}>
                <Transcript call={data} />
              </Panel>
              <Panel title={t('call.linked')}>
                <LinkedCalls call={data} />
              </Panel>
            </Stack>
            <Stack>
              <Panel title={t('calls.facts')}>
                <CallFacts call={data} />
              </Panel>
              <Panel title={t('calls.timeline')}>
                <Events call={data} />
              </Panel>
              <Panel title={t('calls.transfer')}>
                <Transfer call={data} />
              </Panel>
              <Panel title={t('calls.consent')}>
                <Consent call={data} />
              </Panel>
              {data.direction === 'outbound' && may('getOutboundEvidence') && (
                <Panel title={t('evidence.title')}>
                  <Evidence call={data} />
                </Panel>
              )}
            </Stack>
          </SimpleGrid>
        )}
      </Loaded>
    </>
  );
}
