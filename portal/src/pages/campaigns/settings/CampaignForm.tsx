import { Button, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createOutboundCampaign, type CampaignDetail } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { Panel } from '../../../parts/Panel';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { Refusal } from '../../../parts/Refusal';
import { CAMPAIGN_QUERIES } from '../queries';
import { AmountField, ChoiceField, KeysField, TextField, TimeField, TruthField, type FormOf } from './fields';
import { bind } from '../../../forms/bind';
import { bodyOf, FIELD_OF_PATH, type Values } from './values';

const MOST = { priority: 100, attempts: 20, backoffMinutes: 10_080, washDays: 365 };
const COLUMNS = { base: 1, sm: 2 };

function Scope({ form }: { readonly form: FormOf }) {
  const { t } = useTranslation();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const { values } = form;
  const field = bind(form, form.errors);
  return (
    <Panel title={t('campaignForm.basics')}>
      <SimpleGrid cols={COLUMNS} spacing="sm">
        <TextField form={form} name="name" required />
        <ProjectSelect label={t('campaignForm.project_id')} required {...field.emptied('project_id')} />
        <ChoiceField form={form} name="campaign_call_type" words="words.callType" />
        <AmountField form={form} name="priority" max={MOST.priority} />
        <TimeField form={form} name="schedule_start_at_utc" />
        <TimeField form={form} name="schedule_end_at_utc" />
        <Select
          label={t('campaignForm.timezone')}
          description={t('campaignForm.help.timezone')}
          inputWrapperOrder={HELP_BELOW}
          required
          searchable
          allowDeselect={false}
          data={zones.includes(values.timezone) ? zones : [values.timezone, ...zones]}
          {...field.choice('timezone', zones)}
        />
        <TextField form={form} name="description" isLong />
      </SimpleGrid>
    </Panel>
  );
}

function Calls({ form }: { readonly form: FormOf }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('campaignForm.calls')}>
      <SimpleGrid cols={COLUMNS} spacing="sm">
        <TruthField form={form} name="retry_enabled" />
        <TruthField form={form} name="allow_repeated_numbers" />
        <AmountField form={form} name="max_attempts" max={MOST.attempts} />
        <AmountField form={form} name="backoff_minutes" max={MOST.backoffMinutes} />
        <ChoiceField form={form} name="backoff_strategy" words="campaignWords.backoff" />
        <TruthField form={form} name="detection_enabled" />
        <ChoiceField form={form} name="on_voicemail" words="campaignWords.machine" />
        <ChoiceField form={form} name="on_ivr" words="campaignWords.machine" />
        <ChoiceField form={form} name="on_silence" words="campaignWords.machine" />
        <ChoiceField form={form} name="on_unknown" words="campaignWords.machine" />
        {form.values.on_voicemail === 'leave_message' && (
          <TextField form={form} name="message_template" isLong />
        )}
        <KeysField form={form} name="allowed_keys" />
        <KeysField form={form} name="required_keys" />
      </SimpleGrid>
    </Panel>
  );
}

function Rules({ form }: { readonly form: FormOf }) {
  const { t } = useTranslation();
  const isService = form.values.campaign_call_type === 'service';
  return (
    <Panel title={t('campaignForm.rules')}>
      <SimpleGrid cols={COLUMNS} spacing="sm">
        <TruthField form={form} name="prevent_after_hours" />
        <TruthField form={form} name="check_public_holiday" />
        <TruthField form={form} name="recipient_timezone_aware" />
        <TruthField form={form} name="consent_required" />
        <TruthField form={form} name="registry_wash_required" />
        <AmountField form={form} name="registry_wash_max_age_days" max={MOST.washDays} />
        <TextField form={form} name="cli_return_number" required={!isService} />
        <TextField form={form} name="cli_employer_name" required={!isService} />
        <TextField form={form} name="cli_authorizer_name" required={!isService} />
        <TextField form={form} name="cli_call_purpose" required={!isService} />
        <TextField form={form} name="exemption_type" />
      </SimpleGrid>
    </Panel>
  );
}

/** The settings of a new campaign. They are kept in this tab until it is made. */
export function CampaignForm({
  draft,
  initial,
  onMade,
}: {
  readonly draft: string;
  readonly initial: Values;
  readonly onMade: (campaign: CampaignDetail) => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { values, set, clear } = useDraft<Values>(draft, initial);
  const write = useWrite(
    async (it: Values, key) =>
      (
        await createOutboundCampaign({
          query: { client_id },
          headers: { 'Idempotency-Key': key },
          body: bodyOf(it),
        })
      ).data,
    {
      changes: CAMPAIGN_QUERIES,
      onDone: (campaign) => {
        clear();
        onMade(campaign);
      },
    },
  );
  const errors = Object.fromEntries(
    Object.entries(write.problem?.fields ?? {}).map(([path, message]) => [
      FIELD_OF_PATH[path] ?? path.split('.').at(-1) ?? path,
      message,
    ]),
  );
  const form: FormOf = { values, set, errors };
  const shown = Object.keys(write.problem?.fields ?? {}).filter(
    (path) => (FIELD_OF_PATH[path] ?? path.split('.').at(-1) ?? path) in values,
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.send(values);
      }}
    >
      <Stack>
        <Scope form={form} />
        <Calls form={form} />
        <Rules form={form} />
        <Refusal problem={write.problem} shown={shown} />
        <Group justify="flex-end">
          <Button variant="default" onClick={clear}>
            {t('campaignForm.startOver')}
          </Button>
          <Button type="submit" loading={write.isPending}>
            {t('campaignForm.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
