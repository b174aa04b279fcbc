import { Anchor, Badge, Group, SimpleGrid, Stack, Table, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../api/generated';
import { getCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../app/view';
import { Instant } from '../../parts/Instant';
import { Panel } from '../../parts/Panel';
import { Empty, Part } from '../../parts/States';
import { Word } from '../../parts/Word';
import { PageHead } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { Transcript } from './Transcript';

function Facts({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { duration, money } = useNumbers();
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('calls.started'), <Instant key="at" at={call.started_at_utc} />],
    [t('calls.caller'), call.caller?.number ?? call.caller_display ?? t('calls.withheld')],
    [t('calls.project'), call.project_name ?? call.project_id],
    [t('calls.direction'), t(`words.direction.${call.direction}`)],
    [t('calls.channel'), t(`words.channel.${call.channel}`)],
    [t('calls.status'), <Word key="status" kind="status" value={call.call_status} />],
    [t('calls.outcome'), <Word key="outcome" kind="outcome" value={call.primary_outcome.id} />],
    [t('calls.sentiment'), <Word key="sentiment" kind="sentiment" value={call.sentiment} />],
    [t('calls.duration'), duration(call.duration_seconds)],
    [t('calls.agent'), call.agent_name ?? '–'],
    [
      t('analytics.cost'),
      call.cost_local === null ? money(call.cost_usd, 'USD') : money(call.cost_local, call.currency),
    ],
  ];
  return (
    <Table variant="vertical" withRowBorders={false} aria-label={t('calls.facts')}>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={140} fw={400} c="dimmed">
              {label}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Events({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  return (
    <Timeline bulletSize={12} lineWidth={2} active={call.timeline.length}>
      {call.timeline.map(({ event, at_utc }) => (
        <Timeline.Item key={event + at_utc} title={t(`words.event.${event}`, { defaultValue: event })}>
          <Text size="sm" c="dimmed">
            <Instant at={at_utc} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Transfer({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (!call.transfer) return <Text c="dimmed">{t('calls.noTransfer')}</Text>;
  return (
    <Stack gap="xs">
      {call.transfer.attempts.map(({ at_utc, outcome, target_name }, index) => (
        <Group key={at_utc} gap="xs">
          <Text size="sm" c="dimmed">
            {t('calls.attempt')} {index + 1}
          </Text>
          <Badge variant="default">{t(`words.transfer.${outcome}`)}</Badge>
          {target_name && (
            <Text size="sm" dir="auto">
              {t('calls.target')} {target_name}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <Instant at={at_utc} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function Consent({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (!call.consent) return <Text c="dimmed">{t('calls.noConsent')}</Text>;
  return (
    <Group gap="xs">
      <Badge variant="default">{t(`words.consent.${call.consent.status}`)}</Badge>
      <Text size="sm" c="dimmed">
        <Instant at={call.consent.obtained_at_utc} />
      </Text>
    </Group>
  );
}

/** One call: what it was, what happened, and what may be read of it. */
export function CallPage() {
  const { t } = useTranslation();
  const { callId = '' } = useParams({ strict: false });
  const { client_id } = useView();
  const call = useQuery(getCallOptions({ path: { call_id: callId }, query: { client_id } }));
  const title = t('pages.call', { id: callId });
  return (
    <>
      <PageHead title={title}>
        <Anchor renderRoot={(props) => <Link to="/calls" search={(it: object) => it} {...props} />} size="sm">
          {t('calls.back')}
        </Anchor>
      </PageHead>
      <Part query={call} what={title} height={480}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Panel title={t('calls.facts')}>
              <Facts call={data} />
            </Panel>
            <Stack>
              <Panel title={t('calls.summary')}>
                <Text dir="auto">{data.summary ?? t('calls.noSummary')}</Text>
              </Panel>
              <Panel title={t('calls.timeline')}>
                <Events call={data} />
              </Panel>
            </Stack>
            <Stack>
              <Panel title={t('calls.transfer')}>
                <Transfer call={data} />
              </Panel>
              <Panel title={t('calls.consent')}>
                <Consent call={data} />
              </Panel>
            </Stack>
            <Panel title={t('calls.transcript')}>
              {data.transcript_available ? (
                <Transcript callId={data.call_id} />
              ) : (
                <Empty title={t('calls.noTranscript')} />
              )}
            </Panel>
          </SimpleGrid>
        )}
      </Part>
    </>
  );
}
