import { Checkbox, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/problem';
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
  const errors = problem?.fields ?? {};
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
        value={values.endpoint_url}
        error={errors['endpoint_url']}
        onChange={({ currentTarget }) => set({ endpoint_url: currentTarget.value })}
      />
      <Checkbox.Group
        label={t('webhooks.field.event_types')}
        withAsterisk
        value={[...values.event_types]}
        error={errors['event_types']}
        onChange={(event_types) => set({ event_types })}
      >
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
        value={values.transcript_to_send}
        error={errors['transcript_to_send']}
        onChange={(form) => set({ transcript_to_send: form ?? 'none' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label={t('webhooks.field.timeout_seconds')}
          min={1}
          max={30}
          value={values.timeout_seconds}
          error={errors['timeout_seconds']}
          onChange={(timeout_seconds) => set({ timeout_seconds })}
        />
        <NumberInput
          label={t('webhooks.field.retry_attempts')}
          min={0}
          max={5}
          value={values.retry_attempts}
          error={errors['retry_attempts']}
          onChange={(retry_attempts) => set({ retry_attempts })}
        />
        <NumberInput
          label={t('webhooks.field.retry_backoff_seconds')}
          min={5}
          max={300}
          value={values.retry_backoff_seconds}
          error={errors['retry_backoff_seconds']}
          onChange={(retry_backoff_seconds) => set({ retry_backoff_seconds })}
        />
      </SimpleGrid>
    </Stack>
  );
}
