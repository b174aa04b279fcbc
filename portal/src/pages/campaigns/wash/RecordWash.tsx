import { Button, Group, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordRegistryWash } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { CAMPAIGN_QUERIES, useCampaignAddress } from '../queries';
import { instantOf, ownZone } from '../../../forms/local-time';
import { bind } from '../../../forms/bind';
import type { Campaign } from '../vocabulary';

const REQUIRED = ['jurisdiction', 'registry_type', 'wash_channel'] as const;
const OPTIONAL = ['vendor', 'ruleset_id', 'transaction_id', 'wash_file_name', 'receipt_reference'] as const;
const TEXTS = [...REQUIRED, ...OPTIONAL] as const;
const NUMBERS = [
  'numbers_submitted',
  'numbers_on_register',
  'numbers_not_on_register',
  'numbers_invalid',
  'credits_charged',
  'credits_remaining',
] as const;
const TIMES = ['washed_at_utc', 'valid_until_utc'] as const;

type Values = Record<(typeof TEXTS)[number] | (typeof TIMES)[number], string> &
  Record<(typeof NUMBERS)[number], number | ''>;

/** Records a check of a campaign's numbers against a register (campaigns 7.1). */
export function RecordWash({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const initial = useMemo(
    (): Values => ({
      jurisdiction: 'AU',
      registry_type: 'DNCR',
      wash_channel: '',
      vendor: '',
      ruleset_id: '',
      transaction_id: '',
      wash_file_name: '',
      receipt_reference: '',
      numbers_submitted: campaign.counts.total,
      numbers_on_register: '',
      numbers_not_on_register: '',
      numbers_invalid: 0,
      credits_charged: 0,
      credits_remaining: '',
      washed_at_utc: '',
      valid_until_utc: '',
    }),
    [campaign.counts.total],
  );
  const draft = useDraft<Values>(`wash:${campaign.campaign_id}`, initial);
  const { values, clear } = draft;
  const write = useWrite(
    async (it: Values, key) =>
      (
        await recordRegistryWash({
          ...address,
          headers: { 'Idempotency-Key': key },
          body: {
            jurisdiction: it.jurisdiction,
            registry_type: it.registry_type,
            wash_channel: it.wash_channel,
            ...Object.fromEntries(OPTIONAL.map((name) => [name, it[name].trim() || null])),
            numbers_submitted: Number(it.numbers_submitted),
            numbers_on_register: Number(it.numbers_on_register),
            numbers_not_on_register: Number(it.numbers_not_on_register),
            numbers_invalid: Number(it.numbers_invalid),
            credits_charged: Number(it.credits_charged),
            credits_remaining: it.credits_remaining === '' ? null : Number(it.credits_remaining),
            washed_at_utc: instantOf(it.washed_at_utc) ?? '',
            valid_until_utc: instantOf(it.valid_until_utc) ?? '',
          },
        })
      ).data,
    {
      changes: CAMPAIGN_QUERIES,
      onDone: () => {
        clear();
        notifications.show({ message: t('wash.recorded') });
      },
    },
  );
  const field = bind(draft, write.problem?.fields);
  return (
    <Panel title={t('wash.record')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.send(values);
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          {TEXTS.map((name) => (
            <TextInput
              key={name}
              label={t(`wash.field.${name}`)}
              required={REQUIRED.some((it) => it === name)}
              {...field.text(name)}
            />
          ))}
          {NUMBERS.map((name) => (
            <NumberInput
              key={name}
              label={t(`wash.field.${name}`)}
              required={name !== 'credits_remaining'}
              min={0}
              allowDecimal={false}
              value={values[name]}
              error={write.problem?.fields[name]}
              onChange={(value) => draft.set({ [name]: value === '' ? '' : Number(value) })}
            />
          ))}
          {TIMES.map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t('wash.timeIn', { field: t(`wash.field.${name}`), zone: ownZone() })}
              required
              {...field.text(name)}
            />
          ))}
        </SimpleGrid>
        <Refusal problem={write.problem} shown={[...TEXTS, ...NUMBERS, ...TIMES]} />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" size="xs" loading={write.isPending}>
            {t('wash.record')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
