import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WebhookRecord } from '../../../api/generated';
import { StatusLabel } from '../../../parts/values/StatusLabel';

/**
 * The state of a webhook in words, and its meaning for deliveries; in the short form only why
 * nothing is delivered.
 */
export function WebhookState({
  of,
  isShort = false,
}: {
  readonly of: WebhookRecord;
  readonly isShort?: boolean;
}) {
  const { t } = useTranslation();
  // A webhook that a person switched off needs no warning; one that its receiver ended does.
  const isGivenUp = of.status === 'disabled' && of.disabled_reason !== 'by_owner';
  const reason =
    of.status === 'disabled'
      ? `webhooks.state.${of.disabled_reason ?? 'by_owner'}`
      : of.status === 'degraded'
        ? 'webhooks.state.degraded'
        : of.last_success_at_utc
          ? 'webhooks.state.active'
          : 'webhooks.state.unused';
  return (
    <Stack gap={2}>
      <StatusLabel kind="webhook" value={isGivenUp ? 'stopped' : of.status} />
      {(!isShort || of.status === 'disabled') && (
        <Text size={isShort ? 'xs' : 'sm'} c="dimmed" {...(isShort && { maw: 220 })}>
          {t(reason, { count: of.consecutive_failures })}
        </Text>
      )}
    </Stack>
  );
}
