import { Button, Group, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { updateOutboundCampaign, type UpdateCampaignRequest } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { CAMPAIGN_QUERIES, useCampaignAddress } from '../queries';
import type { Campaign } from '../vocabulary';
import { bind } from '../../../forms/bind';
import { instantOf, localOf, ownZone } from '../../../forms/local-time';

const SHOWN = ['name', 'description', 'priority', 'schedule_start_at_utc', 'schedule_end_at_utc'] as const;
const MOST_PRIORITY = 100;

/** Settings of a campaign that can still be changed (campaigns 2.8). */
export function EditSettings({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const { name, description, priority, schedule_start_at_utc: start, schedule_end_at_utc: end } = campaign;
  const initial = useMemo(
    () => ({
      name,
      description: description ?? '',
      priority,
      schedule_start_at_utc: localOf(start),
      schedule_end_at_utc: localOf(end),
    }),
    [name, description, priority, start, end],
  );
  const draft = useDraft(`campaign:${campaign.campaign_id}`, initial);
  const { values, clear } = draft;
  const write = useWrite(
    async (body: UpdateCampaignRequest) => (await updateOutboundCampaign({ ...address, body })).data,
    {
      changes: CAMPAIGN_QUERIES,
      onDone: () => {
        clear();
        notifications.show({ message: t('campaignForm.saved') });
      },
    },
  );
  const changed = SHOWN.filter((it) => values[it] !== initial[it]);
  const bodyOf = (): UpdateCampaignRequest => {
    const whole = {
      name: values.name,
      description: values.description.trim() || null,
      priority: values.priority,
      schedule_start_at_utc: instantOf(values.schedule_start_at_utc),
      schedule_end_at_utc: instantOf(values.schedule_end_at_utc),
    };
    return Object.fromEntries(changed.map((it) => [it, whole[it]]));
  };
  const field = bind(draft, write.problem?.fields);
  return (
    <Panel title={t('campaignForm.edit')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) write.send(bodyOf());
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={t('campaignForm.name')} required maxLength={255} {...field.text('name')} />
          <NumberInput
            label={t('campaignForm.priority')}
            required
            min={1}
            max={MOST_PRIORITY}
            {...field.amount('priority')}
          />
          {(['schedule_start_at_utc', 'schedule_end_at_utc'] as const).map((it) => (
            <TextInput
              key={it}
              type="datetime-local"
              label={t('wash.timeIn', { field: t(`campaignForm.${it}`), zone: ownZone() })}
              {...field.text(it)}
            />
          ))}
          <Textarea label={t('campaignForm.description')} maxLength={4000} {...field.text('description')} />
        </SimpleGrid>
        <Refusal problem={write.problem} shown={SHOWN} />
        <Group justify="flex-end" mt="sm">
          {changed.length > 0 && (
            <Button size="xs" variant="default" onClick={clear}>
              {t('campaignForm.discard')}
            </Button>
          )}
          <Button type="submit" size="xs" disabled={changed.length === 0} loading={write.isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
