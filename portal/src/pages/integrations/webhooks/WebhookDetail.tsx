import { Anchor, Button, Grid, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookRecord } from '../../../api/generated';
import { Facts } from '../../../parts/values/Facts';
import { AtBy } from '../../../parts/values/Person';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { useNumbers } from '../../../texts/numbers';
import { Deliveries } from './Deliveries';
import { EditWebhook } from './EditWebhook';
import { RecoverEvents } from './RecoverEvents';
import { DeleteWebhook, EndPreviousSecret, RotateSecret, SwitchWebhook } from './WebhookChanges';
import type { WebhookScope } from './scope';
import { NUMBER_NAMES } from './values';
import { changeOfWebhook } from './webhook-change';
import { WebhookState } from './WebhookState';
import { WebhookTest } from './WebhookTest';

type Action = 'edit' | 'rotate' | 'endPrevious' | 'switch' | 'recover' | 'delete';

function Next({ of }: { readonly of: WebhookRecord }) {
  const { t } = useTranslation();
  const { items } = of.next_attempts;
  if (items.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('webhooks.nextAttempts')}
      </Text>
      {items.map((it) => (
        <Text key={it.delivery_id} size="sm">
          {t(`words.webhookEvent.${it.event_type}`)}, {t('webhooks.attempt', { count: it.attempt_number })}:{' '}
          <Instant at={it.due_at_utc} />
        </Text>
      ))}
    </Stack>
  );
}

function Configuration({ of }: { readonly of: WebhookRecord }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Facts
      caption={t('webhooks.configuration')}
      rows={[
        [
          t('webhooks.field.event_types'),
          of.event_types.map((name) => t(`words.webhookEvent.${name}`)).join(', '),
        ],
        [t('webhooks.field.transcript_to_send'), t(`words.transcriptForm.${of.transcript_to_send}`)],
        ...NUMBER_NAMES.map((name) => [t(`webhooks.field.${name}`), count(of[name])] as const),
        [t('webhooks.lastSuccess'), <Instant at={of.last_success_at_utc} />],
        [t('webhooks.lastFailure'), <Instant at={of.last_failure_at_utc} />],
        [t('webhooks.waiting'), count(of.next_attempts.waiting_count)],
        [t('webhooks.secretMade'), <Instant at={of.secret_last_rotated_at_utc} />],
        [t('webhooks.previousUntil'), <Instant at={of.previous_secret_expires_at_utc} />],
        [
          t('webhooks.updated'),
          <AtBy
            at={of.updated_at_utc}
            by={of.updated_by}
            what={t(`webhooks.change.${changeOfWebhook(of)}`)}
          />,
        ],
      ]}
    />
  );
}

/** One webhook: its state, its events, and its actions. */
export function WebhookDetail({
  scope,
  webhook,
}: {
  readonly scope: WebhookScope;
  readonly webhook: WebhookRecord;
}) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action | null>(null);
  const dialog = { scope, webhook, onClose: () => setAction(null) };
  if (action === 'edit') return <EditWebhook {...dialog} />;
  const isOff = webhook.status === 'disabled';
  return (
    <Stack>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/integrations"
            search={(before) => ({ ...before, webhook: undefined, cursor: undefined })}
            {...props}
          />
        )}
      >
        {t('webhooks.back')}
      </Anchor>
      <Panel
        title={webhook.endpoint_url}
        aside={
          scope.mayChange && (
            <Group gap="xs" wrap="nowrap">
              <Button size="xs" variant="default" onClick={() => setAction('edit')}>
                {t('webhooks.edit')}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button size="xs" variant="default" aria-label={t('webhooks.more')}>
                    <IconDots aria-hidden size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setAction('rotate')}>{t('webhooks.rotate')}</Menu.Item>
                  {webhook.previous_secret_expires_at_utc && (
                    <Menu.Item onClick={() => setAction('endPrevious')}>
                      {t('webhooks.endPrevious')}
                    </Menu.Item>
                  )}
                  <Menu.Item onClick={() => setAction('switch')}>
                    {t(isOff ? 'webhooks.switchOn' : 'webhooks.switchOff')}
                  </Menu.Item>
                  <Menu.Item color="red" onClick={() => setAction('delete')}>
                    {t('webhooks.delete')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          )
        }
      >
        <WebhookState of={webhook} />
      </Panel>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Panel title={t('webhooks.configuration')}>
            <Configuration of={webhook} />
            <Next of={webhook} />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {scope.mayChange && <WebhookTest scope={scope} webhook={webhook} />}
        </Grid.Col>
      </Grid>
      <Panel
        title={t('webhooks.deliveries')}
        aside={
          scope.mayChange && (
            <Button size="xs" variant="default" disabled={isOff} onClick={() => setAction('recover')}>
              {t('webhooks.recover')}
            </Button>
          )
        }
      >
        <Deliveries scope={scope} webhookId={webhook.webhook_id} />
      </Panel>
      {action === 'rotate' && <RotateSecret {...dialog} />}
      {action === 'endPrevious' && <EndPreviousSecret {...dialog} />}
      {action === 'switch' && <SwitchWebhook {...dialog} />}
      {action === 'recover' && <RecoverEvents {...dialog} />}
      {action === 'delete' && <DeleteWebhook {...dialog} />}
    </Stack>
  );
}
