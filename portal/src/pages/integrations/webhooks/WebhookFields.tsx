import { Checkbox, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/problem';
import { bind } from '../../../forms/bind';
import { EVENTS, NUMBER_NAMES, NUMBERS, TRANSCRIPTS, type WebhookValues } from './values';

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
        {NUMBER_NAMES.map((name) => (
          <NumberInput
            key={name}
            label={t(`webhooks.field.${name}`)}
            min={NUMBERS[name].min}
            max={NUMBERS[name].max}
            {...field.whole(name)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
