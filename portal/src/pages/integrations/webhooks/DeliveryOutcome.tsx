import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryRecord } from '../../../api/generated';
import { useNumbers } from '../../../texts/numbers';

/** The receiver's answer and its consequence for the delivery, in a sentence. */
export function DeliveryOutcome({ of }: { readonly of: DeliveryRecord }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const values = { host: of.endpoint_host, status: of.response_status_code, ms: count(of.duration_ms) };
  const text =
    of.failure_code === 'http_status' || (of.failure_code === null && of.response_status_code !== null)
      ? t('webhooks.outcome.answered', values)
      : of.failure_code !== null
        ? t(`webhooks.outcome.${of.failure_code}`, values)
        : t('webhooks.outcome.waiting', values);
  return (
    <Text size="sm" style={{ whiteSpace: 'normal' }}>
      {text}
    </Text>
  );
}
