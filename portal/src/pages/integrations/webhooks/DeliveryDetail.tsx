import { Button, Code, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { requestWebhookRedelivery, type DeliveryRecord } from '../../../api/generated';
import { listWebhookDeliveriesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Refusal } from '../../../parts/Refusal';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { DeliveryOutcome } from './DeliveryOutcome';
import type { WebhookScope } from './scope';

const UNDER_WAY: readonly string[] = ['pending', 'retrying'];

/** The result of one delivery, with a button to send its event again. */
export function DeliveryDetail({
  scope,
  delivery: it,
}: {
  readonly scope: WebhookScope;
  readonly delivery: DeliveryRecord;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const redeliver = useWrite(
    async (deliveryId: string, key) =>
      (
        await requestWebhookRedelivery({
          path: { delivery_id: deliveryId },
          query: { client_id: scope.clientId },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: [listWebhookDeliveriesQueryKey()],
      onDone: ({ delivery_id }) => {
        notifications.show({ message: t('webhooks.redelivered') });
        change({ delivery: delivery_id, cursor: undefined, status: undefined });
      },
    },
  );
  return (
    <Stack>
      <StatusLabel kind="delivery" value={it.status} />
      <DeliveryOutcome of={it} />
      <Facts
        caption={t('webhooks.delivery')}
        rows={[
          [t('webhooks.event'), t(`words.webhookEvent.${it.event_type}`)],
          [t('webhooks.created'), <Instant at={it.created_at_utc} />],
          [t('webhooks.firstAttempt'), <Instant at={it.first_attempt_at_utc} />],
          [t('webhooks.lastAttempt'), <Instant at={it.last_attempt_at_utc} />],
          [t('webhooks.nextAttempt'), <Instant at={it.next_attempt_at_utc} />],
          [
            t('webhooks.attempts'),
            t('webhooks.ofAttempts', { count: it.attempt_count, max: it.max_attempts }),
          ],
          [t('webhooks.host'), it.endpoint_host],
          [t('webhooks.field.transcript_to_send'), t(`words.transcriptForm.${it.transcript_mode}`)],
          [t('webhooks.deliveryId'), <Code>{it.delivery_id}</Code>],
          [t('webhooks.eventId'), <Code>{it.event_id}</Code>],
          [t('webhooks.repeats'), it.redelivery_of && <Code>{it.redelivery_of}</Code>],
        ]}
      />
      {scope.mayChange && !it.is_test && (
        <Stack gap="xs" align="flex-start">
          <Refusal problem={redeliver.problem} />
          <Button
            size="xs"
            disabled={UNDER_WAY.includes(it.status)}
            loading={redeliver.isPending}
            onClick={() => redeliver.send(it.delivery_id)}
          >
            {t('webhooks.redeliver')}
          </Button>
          <Text size="sm" c="dimmed">
            {t(UNDER_WAY.includes(it.status) ? 'webhooks.redeliverWaits' : 'webhooks.redeliverText')}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
