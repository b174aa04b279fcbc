import { NumberInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveOutboundSettings, type OutboundSettingsResponse } from '../../../api/generated';
import { getOutboundSettingsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
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
  const query = { client_id };
  const { edited, write } = useSavedWhole<Settled>(
    'outbound',
    { values: { hours_between_campaigns }, etag },
    {
      send: (body, headers) => saveOutboundSettings({ query, headers, body }),
      replaces: getOutboundSettingsQueryKey({ query }),
      done: t('outbound.saved'),
    },
  );
  const { values, set } = edited;
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
