import { NumberInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { saveOutboundSettings, type OutboundSettingsResponse } from '../../../api/generated';
import { getOutboundSettingsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useEdited } from '../../../forms/edited';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { ChangedBy } from '../../../parts/values/Person';
import { useNumbers } from '../../../texts/numbers';

type Settled = Pick<OutboundSettingsResponse, 'hours_between_campaigns'>;

const MAX_HOURS = 720;

/** The minimum time between calls of different campaigns to one number (campaigns 12.1). */
export function PauseForm({ saved }: { readonly saved: OutboundSettingsResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id } = useView();
  const { hours_between_campaigns, etag } = saved;
  const edited = useEdited<Settled>('outbound', {
    values: { hours_between_campaigns },
    etag,
  });
  const { values, set } = edited;
  const write = useWrite(
    async (body: Settled) =>
      (await saveOutboundSettings({ query: { client_id }, headers: { 'If-Match': `"${etag}"` }, body })).data,
    {
      replaces: getOutboundSettingsQueryKey({ query: { client_id } }),
      onDone: () => {
        edited.discard();
        notifications.show({ message: t('outbound.saved') });
      },
    },
  );
  const describe = ({ hours_between_campaigns: hours }: Settled): Described => [
    [t('outbound.pause'), hours === 0 ? t('outbound.none') : count(hours)],
  ];
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      write={write}
      shown={['hours_between_campaigns']}
      onSave={() => write.send(values)}
    >
      <Text size="sm" c="dimmed">
        {t('outbound.text')}
      </Text>
      <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
      <NumberInput
        label={t('outbound.pause')}
        description={t('outbound.range')}
        maw={320}
        min={0}
        max={MAX_HOURS}
        allowDecimal={false}
        value={values.hours_between_campaigns}
        error={write.problem?.fields['hours_between_campaigns']}
        onChange={(value) =>
          typeof value === 'number' &&
          set({ hours_between_campaigns: Math.min(Math.max(value, 0), MAX_HOURS) })
        }
      />
    </EditedForm>
  );
}
