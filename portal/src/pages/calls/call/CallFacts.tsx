import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { FileRefusal } from '../../../parts/FileOutcome';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { useRecordedLook } from '../../../data/recorded-look';
import { CallVersion } from '../CallVersion';
import { isUnderWay, shownStatus } from '../call-status';
import { CostParts } from './CostParts';
import { handedOver } from './handed-over';

/**
 * The caller, masked. People with permission can show the number and the name, after the access is
 * recorded.
 */
function Caller({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const look = useRecordedLook(call.call_id, 'view_phone');
  const { caller } = call;
  if (look.isRecorded && caller) {
    return (
      <Text size="sm" dir="auto">
        {caller.number !== null && <Anchor href={`tel:${caller.number}`}>{caller.number}</Anchor>}
        {caller.number !== null && caller.name !== null && ' · '}
        {caller.name}
      </Text>
    );
  }
  return (
    <>
      <Group gap="xs">
        {call.caller_display ?? t('calls.withheld')}
        {(caller?.number || caller?.name) && (
          <Button
            size="compact-xs"
            variant="default"
            title={t('call.numberIsRecorded')}
            loading={look.isPending}
            onClick={() => look.send(undefined)}
          >
            {t('call.showNumber')}
          </Button>
        )}
      </Group>
      {look.problem && <FileRefusal problem={look.problem} title={t('call.notRecorded')} />}
    </>
  );
}

type Times = NonNullable<GetCallResponse['response_times']>;

const waitsOf = (
  times: Times,
  { count, seconds }: Pick<ReturnType<typeof useNumbers>, 'count' | 'seconds'>,
) => ({
  half: seconds(times.p50_ms / 1000),
  most: seconds(times.p95_ms / 1000),
  longest: seconds(times.max_ms / 1000),
  count: times.turns,
  turns: count(times.turns),
});

export function CallFacts({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { count, duration, money, seconds } = useNumbers();
  const times = call.response_times;
  const handed = handedOver(call);
  const isGoingOn = isUnderWay(call, Date.now());
  return (
    <Facts
      caption={t('calls.facts')}
      rows={[
        [t('calls.started'), <Instant key="at" at={call.started_at_utc} />],
        [t('calls.ended'), <Instant key="end" at={call.ended_at_utc} />],
        [t('calls.caller'), <Caller key={call.call_id} call={call} />],
        [t('calls.project'), call.project_name ?? call.project_id],
        [t('calls.direction'), t(`words.direction.${call.direction}`)],
        [t('calls.channel'), t(`words.channel.${call.channel}`)],
        [
          t('calls.status'),
          <Group key="status" gap="xs">
            <StatusLabel kind="status" value={shownStatus(call, Date.now())} />
            {call.status_detail && (
              <Text span size="sm" c="dimmed">
                {t(`call.statusDetail.${call.status_detail}`, { defaultValue: call.status_detail })}
              </Text>
            )}
          </Group>,
        ],
        [
          t('calls.outcome'),
          <Stack key="outcome" gap={0}>
            <StatusLabel kind="outcome" value={call.primary_outcome.id} />
            {call.primary_outcome.id === 'transferred' && handed === 'failed' && (
              <Text span size="sm" c="dimmed">
                {t('call.outcomeReported')}
              </Text>
            )}
          </Stack>,
        ],
        [t('calls.disconnection'), isGoingOn ? '–' : t(`words.disconnection.${call.disconnection_reason}`)],
        [t('calls.sentiment'), <StatusLabel key="sentiment" kind="sentiment" value={call.sentiment} />],
        [t('calls.escalated'), t(`call.handedOver.${handed}`)],
        [t('calls.duration'), duration(call.duration_seconds)],
        [t('call.response'), seconds(call.performance.avg_ai_response_seconds)],
        ...(!times
          ? []
          : ([[t('call.waits'), t('call.waitsAre', waitsOf(times, { count, seconds }))]] satisfies [
              string,
              string,
            ][])),
        [t('call.provider'), call.performance.provider_label ?? '–'],
        [t('calls.agent'), call.agent_name ?? '–'],
        [t('calls.version'), <CallVersion key="version" call={call} />],
        [
          t('calls.cost'),
          isGoingOn
            ? '–'
            : call.cost_local === null
              ? money(call.cost_usd, 'USD')
              : money(call.cost_local, call.currency),
        ],
        ...(!call.cost_parts || isGoingOn
          ? []
          : ([[t('call.costParts'), <CostParts key="parts" parts={call.cost_parts} />]] satisfies [
              string,
              ReactNode,
            ][])),
        [t('calls.solution'), call.solution_id ?? '–'],
        [t('calls.id'), call.call_id],
      ]}
    />
  );
}
