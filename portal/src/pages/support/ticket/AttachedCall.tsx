import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconPhone, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { detachSupportCall, type RelatedCallsResponse } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';
import { CallLink } from '../../../parts/values/CallLink';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { COURSE_QUERIES } from './queries';

/** A call attached to the ticket, as in the reader's call list. */
export function AttachedCall({
  ticketId,
  of,
  isClosed,
}: {
  readonly ticketId: string;
  readonly of: RelatedCallsResponse['items'][number];
  readonly isClosed: boolean;
}) {
  const { t } = useTranslation();
  const { duration } = useNumbers();
  const client_id = useClientId();
  const may = useMay();
  const detach = useWrite(
    (call_id: string, key) =>
      detachSupportCall({
        path: { ticket_id: ticketId, call_id },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
      }),
    { changes: COURSE_QUERIES },
  );
  const { call } = of;
  return (
    <Paper withBorder p="xs">
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="sm" miw={0}>
          <IconPhone role="img" aria-label={t('pages.call')} size={16} stroke={1.75} />
          {call === null ? (
            <Text size="sm" c="dimmed" className="breaks" component="div">
              {t('ticket.callGone', { id: of.call_id })} <Instant at={of.started_at_utc} />
            </Text>
          ) : (
            <>
              <CallLink callId={call.call_id}>{call.caller_display ?? t('ticket.withheld')}</CallLink>
              <StatusLabel kind="status" value={call.call_status} />
              <StatusLabel kind="sentiment" value={call.sentiment} />
              <Text size="sm" c="dimmed" component="div">
                <Instant at={call.started_at_utc} /> · {duration(call.duration_seconds)} ·{' '}
                {call.project_name ?? call.project_id}
              </Text>
            </>
          )}
        </Group>
        {!isClosed && may('detachSupportCall') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('ticket.detach', { id: of.call_id })}
            loading={detach.isPending}
            onClick={() => detach.send(of.call_id)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
      <Refusal problem={detach.problem} />
    </Paper>
  );
}
