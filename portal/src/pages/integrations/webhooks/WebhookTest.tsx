import { Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testWebhook, type TestWebhookRequest, type WebhookRecord } from '../../../api/generated';
import {
  listWebhookDeliveriesOptions,
  listWebhookDeliveriesQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { DeliveryOutcome } from './DeliveryOutcome';
import type { WebhookScope } from './scope';
import { EVENTS } from './values';

const LOOK_MS = 1_000;

/** Sends an example, and shows the receiver's response as it happens. */
export function WebhookTest({
  scope,
  webhook,
}: {
  readonly scope: WebhookScope;
  readonly webhook: WebhookRecord;
}) {
  const { t } = useTranslation();
  const [event, setEvent] = useState<TestWebhookRequest['event_type']>(webhook.event_types[0]);
  const test = useWrite(
    async (body: TestWebhookRequest) =>
      (
        await testWebhook({
          body,
          path: { webhook_id: webhook.webhook_id },
          query: { client_id: scope.clientId, project_id: scope.projectId },
          headers: { 'If-Match': webhook.revision_hash },
        })
      ).data,
    { changes: [listWebhookDeliveriesQueryKey()] },
  );
  const sent = test.answer;
  const history = useQuery({
    ...listWebhookDeliveriesOptions({
      query: { client_id: scope.clientId, webhook_id: webhook.webhook_id, page_size: 50 },
    }),
    enabled: sent !== undefined,
    refetchInterval: ({ state }) => {
      const found = state.data?.items.find(({ delivery_id }) => delivery_id === sent?.delivery_id);
      return found && found.status !== 'pending' && found.status !== 'retrying' ? false : LOOK_MS;
    },
  });
  const delivery = history.data?.items.find(({ delivery_id }) => delivery_id === sent?.delivery_id) ?? sent;
  return (
    <Panel title={t('webhooks.test')}>
      <Text size="sm" c="dimmed">
        {t('webhooks.testText')}
      </Text>
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          aria-label={t('webhooks.event')}
          allowDeselect={false}
          data={EVENTS.map((value) => ({ value, label: t(`words.webhookEvent.${value}`) }))}
          value={event ?? null}
          onChange={(value) => setEvent(EVENTS.find((it) => it === value))}
        />
        <Button
          size="xs"
          loading={test.isPending}
          disabled={webhook.status === 'disabled'}
          onClick={() => test.send({ event_type: event })}
        >
          {t('webhooks.testSend')}
        </Button>
      </Group>
      {webhook.status === 'disabled' && <Text size="sm">{t('webhooks.testDisabled')}</Text>}
      <Refusal problem={test.problem} />
      {delivery && (
        <Stack gap={4} aria-live="polite">
          <Group gap="xs">
            {delivery.status === 'pending' && <Loader size={14} aria-hidden />}
            <StatusLabel kind="delivery" value={delivery.status} />
          </Group>
          <DeliveryOutcome of={delivery} />
        </Stack>
      )}
    </Panel>
  );
}
