import { Button, Group, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordRegistryWash } from '../../api/generated';
import { useDraft } from '../../app/draft';
import { useWrite } from '../../app/write';
import { Panel } from '../../parts/Panel';
import { Refusal } from '../../parts/Refusal';
import { CAMPAIGN_QUERIES, useCampaignAddress } from './queries';
import { instantOf, ownZone } from './settings/local-time';
import type { Campaign } from './vocabulary';

const TEXTS = ['jurisdiction', 'registry_type', 'wash_channel', 'vendor', 'transaction_id'] as const;
const NUMBERS = [
  'numbers_submitted',
  'numbers_on_register',
  'numbers_not_on_register',
  'numbers_invalid',
  'credits_charged',
] as const;
const TIMES = ['washed_at_utc', 'valid_until_utc'] as const;

type Values = Record<(typeof TEXTS)[number] | (typeof TIMES)[number], string> &
  Record<(typeof NUMBERS)[number], number | ''>;

/** Records that the numbers of a campaign were held against a register (campaigns 7.1). */
export function RecordWash({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const initial = useMemo(
    (): Values => ({
      jurisdiction: 'AU',
      registry_type: 'DNCR',
      wash_channel: '',
      vendor: '',
      transaction_id: '',
      numbers_submitted: campaign.counts.total,
      numbers_on_register: '',
      numbers_not_on_register: '',
      numbers_invalid: 0,
      credits_charged: 0,
      washed_at_utc: '',
      valid_until_utc: '',
    }),
    [campaign.counts.total],
  );
  const { values, set, clear } = useDraft<Values>(`wash:${campaign.campaign_id}`, initial);
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
            vendor: it.vendor || null,
            transaction_id: it.transaction_id || null,
            numbers_submitted: Number(it.numbers_submitted),
            numbers_on_register: Number(it.numbers_on_register),
            numbers_not_on_register: Number(it.numbers_not_on_register),
            numbers_invalid: Number(it.numbers_invalid),
            credits_charged: Number(it.credits_charged),
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
  const errorOf = (name: string): string | undefined => write.problem?.fields[name];
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
              required={name !== 'vendor' && name !== 'transaction_id'}
              value={values[name]}
              error={errorOf(name)}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            />
          ))}
          {NUMBERS.map((name) => (
            <NumberInput
              key={name}
              label={t(`wash.field.${name}`)}
              required
              min={0}
              allowDecimal={false}
              value={values[name]}
              error={errorOf(name)}
              onChange={(value) => set({ [name]: value === '' ? '' : Number(value) })}
            />
          ))}
          {TIMES.map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t('wash.timeIn', { field: t(`wash.field.${name}`), zone: ownZone() })}
              required
              value={values[name]}
              error={errorOf(name)}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
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
