import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { FileRefusal } from '../../../parts/FileOutcome';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { useRecordedLook } from '../../../data/recorded-look';
import { isUnderWay, shownStatus } from '../call-status';
import { handedOver } from './handed-over';

/**
 * The caller: masked. People with permission see the number and the name after that access is
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

export function CallFacts({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { duration, money, seconds } = useNumbers();
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
        [t('call.provider'), call.performance.provider_label ?? '–'],
        [t('calls.agent'), call.agent_name ?? '–'],
        [
          t('calls.cost'),
          isGoingOn
            ? '–'
            : call.cost_local === null
              ? money(call.cost_usd, 'USD')
              : money(call.cost_local, call.currency),
        ],
        [t('calls.solution'), call.solution_id ?? '–'],
        [t('calls.id'), call.call_id],
      ]}
    />
  );
}
