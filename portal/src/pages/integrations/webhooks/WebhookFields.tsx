import { Checkbox, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/problem';
import { bind } from '../../../forms/bind';
import { EVENTS, TRANSCRIPTS, type WebhookValues } from './values';

/** The fields of a webhook, each with its fault. */
export function WebhookFields({
  values,
  set,
  problem,
}: {
  readonly values: WebhookValues;
  readonly set: (change: Partial<WebhookValues>) => void;
  readonly problem: Problem | undefined;
}) {
  const { t } = useTranslation();
  const field = bind({ values, set }, problem?.fields);
  return (
    <Stack>
      <TextInput
        label={t('webhooks.field.endpoint_url')}
        description={t('webhooks.urlHelp')}
        placeholder="https://hooks.example.com/calls"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        maxLength={2048}
        {...field.text('endpoint_url')}
      />
      <Checkbox.Group label={t('webhooks.field.event_types')} withAsterisk {...field.list('event_types')}>
        <Stack gap="xs" mt={4}>
          {EVENTS.map((name) => (
            <Checkbox
              key={name}
              value={name}
              label={t(`words.webhookEvent.${name}`)}
              description={t(`webhooks.eventHelp.${name}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('webhooks.field.transcript_to_send')}
        allowDeselect={false}
        data={TRANSCRIPTS.map((value) => ({ value, label: t(`words.transcriptForm.${value}`) }))}
        {...field.choice('transcript_to_send', TRANSCRIPTS)}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label={t('webhooks.field.timeout_seconds')}
          min={1}
          max={30}
          {...field.whole('timeout_seconds')}
        />
        <NumberInput
          label={t('webhooks.field.retry_attempts')}
          min={0}
          max={5}
          {...field.whole('retry_attempts')}
        />
        <NumberInput
          label={t('webhooks.field.retry_backoff_seconds')}
          min={5}
          max={300}
          {...field.whole('retry_backoff_seconds')}
        />
      </SimpleGrid>
    </Stack>
  );
}
