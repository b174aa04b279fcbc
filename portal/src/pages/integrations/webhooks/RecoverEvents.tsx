import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestWebhookRecovery, type RecoverWebhookRequest } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Instant } from '../../../parts/values/Instant';
import { WriteDialog } from '../../../parts/forms/WriteDialog';
import { Refusal } from '../../../parts/Refusal';
import { useNumbers } from '../../../texts/numbers';
import { addressOf, changedBy, type WebhookDialog } from './WebhookChanges';

const HOUR_MS = 3_600_000;
// The route looks 30 days back; the last minute is reserved for the request itself.
const SINCE: Readonly<Record<string, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS - 60_000,
};

/**
 * Sends a webhook events that it missed: counts them first, and sends them after the person has
 * seen the count.
 */
export function RecoverEvents({ scope, webhook, onClose }: WebhookDialog) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const {
    created_at_utc: madeAt,
    last_success_at_utc: lastSuccess,
    last_failure_at_utc: lastFailure,
  } = webhook;
  // Once an endpoint works again, earlier failures precede its last success.
  const isFailing = lastSuccess !== null && lastFailure !== null && lastFailure > lastSuccess;
  const first = isFailing ? 'success' : 'month';
  const [since, setSince] = useState(first);
  const ask = async (body: RecoverWebhookRequest) => {
    const { path, query } = addressOf({ scope, webhook });
    return (await requestWebhookRecovery({ path, query, body })).data;
  };
  const preview = useWrite(ask);
  const recover = useWrite(ask, { changes: changedBy(scope), onDone: preview.reset });
  const counted = preview.answer;
  const sent = recover.answer;
  const look = (): void => {
    recover.reset();
    const at =
      since === 'success' && lastSuccess
        ? lastSuccess
        : new Date(Date.now() - (SINCE[since] ?? HOUR_MS)).toISOString();
    // The webhook did not miss events from before its creation.
    preview.send({ since: at > madeAt ? at : madeAt, preview: true });
  };
  return (
    <WriteDialog isPending={recover.isPending} onClose={onClose} title={t('webhooks.recover')}>
      <Stack>
        <Text size="sm">{t('webhooks.recoverText')}</Text>
        <Select
          label={t('webhooks.since')}
          allowDeselect={false}
          data={[...(isFailing ? ['success'] : []), ...Object.keys(SINCE)].map((value) => ({
            value,
            label: t(`webhooks.sinceWhen.${value}`),
          }))}
          value={since}
          onChange={(value) => {
            setSince(value ?? first);
            preview.reset();
            recover.reset();
          }}
        />
        <Refusal problem={preview.problem ?? recover.problem} />
        {counted && (
          <Alert
            variant="outline"
            title={t('webhooks.recoverCount', { count: counted.count, formatted: count(counted.count) })}
          >
            <Text size="sm">
              <Instant at={counted.since_utc} /> – <Instant at={counted.until_utc} />
            </Text>
            {counted.has_more && <Text size="sm">{t('webhooks.recoverMore')}</Text>}
          </Alert>
        )}
        {sent && (
          <Alert
            variant="outline"
            color="teal"
            role="status"
            title={t('webhooks.recovered', { count: sent.count, formatted: count(sent.count) })}
          >
            <Text size="sm">{t(sent.has_more ? 'webhooks.recoverAgain' : 'webhooks.recoverDone')}</Text>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={recover.isPending} onClick={onClose}>
            {t('actions.close')}
          </Button>
          {counted && counted.count > 0 ? (
            <Button
              loading={recover.isPending}
              onClick={() => recover.send({ since: counted.since_utc, until: counted.until_utc })}
            >
              {t('webhooks.recoverSend', { count: counted.count, formatted: count(counted.count) })}
            </Button>
          ) : (
            <Button loading={preview.isPending} onClick={look}>
              {t('webhooks.recoverLook')}
            </Button>
          )}
        </Group>
      </Stack>
    </WriteDialog>
  );
}
