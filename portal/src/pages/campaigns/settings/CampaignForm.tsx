import { Button, Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createOutboundCampaign, type CampaignDetail } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Folds } from '../../../parts/forms/Folds';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { Panel } from '../../../parts/Panel';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { Refusal } from '../../../parts/Refusal';
import { CAMPAIGN_QUERIES } from '../queries';
import { CALL_TYPES } from '../vocabulary';
import { AmountField, ChoiceField, KeysField, TextField, TimeField, TruthField, type FormOf } from './fields';
import { bind } from '../../../forms/bind';
import { bodyOf, FIELD_OF_PATH, type Values } from './values';

const MOST = { priority: 100, attempts: 20, backoffMinutes: 10_080, washDays: 365 };
const COLUMNS = { base: 1, sm: 2 };
const FOLDS: readonly (readonly ['retries' | 'data' | 'rules' | 'more', readonly (keyof Values)[]])[] = [
  [
    'retries',
    [
      'max_attempts',
      'backoff_minutes',
      'backoff_strategy',
      'on_voicemail',
      'on_ivr',
      'on_silence',
      'on_unknown',
      'message_template',
    ],
  ],
  ['data', ['allowed_keys', 'required_keys']],
  ['rules', ['registry_wash_max_age_days', 'exemption_type']],
  ['more', ['priority', 'description']],
];

/** A campaign needs to know whom it calls, why, and when. */
function Decisions({ form }: { readonly form: FormOf }) {
  const { t } = useTranslation();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const { values } = form;
  const field = bind(form, form.errors);
  return (
    <>
      <Panel title={t('campaignForm.whom')}>
        <SimpleGrid cols={COLUMNS} spacing="sm">
          <TextField form={form} name="name" required />
          <ProjectSelect label={t('campaignForm.project_id')} required {...field.emptied('project_id')} />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('campaignForm.whomHelp')}
        </Text>
      </Panel>
      <Panel title={t('campaignForm.why')}>
        <Radio.Group aria-label={t('campaignForm.why')} {...field.choice('campaign_call_type', CALL_TYPES)}>
          <Stack gap="xs">
            {CALL_TYPES.map((it) => (
              <Radio
                key={it}
                value={it}
                label={t(`words.callType.${it}`)}
                description={t(`campaignForm.callTypeHelp.${it}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {values.campaign_call_type !== 'service' && (
          <SimpleGrid cols={COLUMNS} spacing="sm">
            <TextField form={form} name="cli_employer_name" required />
            <TextField form={form} name="cli_return_number" required />
            <TextField form={form} name="cli_authorizer_name" required />
            <TextField form={form} name="cli_call_purpose" required />
          </SimpleGrid>
        )}
      </Panel>
      <Panel title={t('campaignForm.when')}>
        <SimpleGrid cols={COLUMNS} spacing="sm">
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
        </SimpleGrid>
      </Panel>
    </>
  );
}

function Retries({ form }: { readonly form: FormOf }) {
  return (
    <SimpleGrid cols={COLUMNS} spacing="sm">
      <TruthField form={form} name="retry_enabled" />
      <TruthField form={form} name="detection_enabled" />
      {form.values.retry_enabled && (
        <>
          <AmountField form={form} name="max_attempts" max={MOST.attempts} />
          <AmountField form={form} name="backoff_minutes" max={MOST.backoffMinutes} />
          <ChoiceField form={form} name="backoff_strategy" words="campaignWords.backoff" />
        </>
      )}
      <ChoiceField form={form} name="on_voicemail" words="campaignWords.machine" />
      <ChoiceField form={form} name="on_ivr" words="campaignWords.machine" />
      <ChoiceField form={form} name="on_silence" words="campaignWords.machine" />
      <ChoiceField form={form} name="on_unknown" words="campaignWords.machine" />
      {form.values.on_voicemail === 'leave_message' && (
        <TextField form={form} name="message_template" isLong />
      )}
    </SimpleGrid>
  );
}

function Rules({ form }: { readonly form: FormOf }) {
  const { values } = form;
  const isWashed = values.campaign_call_type !== 'service' || values.registry_wash_required;
  return (
    <SimpleGrid cols={COLUMNS} spacing="sm">
      <TruthField form={form} name="prevent_after_hours" />
      <TruthField form={form} name="check_public_holiday" />
      <TruthField form={form} name="recipient_timezone_aware" />
      <TruthField form={form} name="consent_required" />
      <TruthField form={form} name="registry_wash_required" />
      {isWashed && (
        <>
          <AmountField form={form} name="registry_wash_max_age_days" max={MOST.washDays} />
          <TextField form={form} name="exemption_type" />
        </>
      )}
    </SimpleGrid>
  );
}

/** Settings whose defaults suit most campaigns. */
function Rest({ form }: { readonly form: FormOf }) {
  const { t } = useTranslation();
  const folds = {
    retries: <Retries form={form} />,
    data: (
      <SimpleGrid cols={COLUMNS} spacing="sm">
        <KeysField form={form} name="allowed_keys" />
        <KeysField form={form} name="required_keys" />
        <TruthField form={form} name="allow_repeated_numbers" />
      </SimpleGrid>
    ),
    rules: <Rules form={form} />,
    more: (
      <SimpleGrid cols={COLUMNS} spacing="sm">
        <AmountField form={form} name="priority" max={MOST.priority} />
        <TextField form={form} name="description" isLong />
      </SimpleGrid>
    ),
  };
  return (
    <Folds
      folds={FOLDS.map(([name, fields]) => ({
        name,
        title: t(`campaignForm.fold.${name}`),
        hasError: fields.some((field) => form.errors[field]),
        content: folds[name],
      }))}
    />
  );
}

/** The settings of a new campaign. This tab keeps them until the campaign is created. */
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
        <Decisions form={form} />
        <Rest form={form} />
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
