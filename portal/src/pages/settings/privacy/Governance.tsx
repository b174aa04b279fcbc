import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveTenantGovernance, type TenantGovernanceResponse } from '../../../api/generated';
import { getTenantGovernanceQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
import { bind } from '../../../forms/bind';
import { ChangedBy } from '../../../parts/values/Person';
import { useNumbers } from '../../../texts/numbers';

type Settled = Pick<
  TenantGovernanceResponse,
  'audio_retention' | 'secondary_reuse' | 'transcript_retention_days'
>;

const AUDIO = ['enabled', 'disabled', 'unconfirmed'] as const;
const REUSE = ['allowed', 'denied'] as const;
const OPEN = 'open';
/** A year: a common choice. */
const SUGGESTED_DAYS = 365;
const MAX_DAYS = 36_500;

/** A customer's rules for recordings and transcripts (privacy 5.7). */
export function Governance({ saved }: { readonly saved: TenantGovernanceResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id } = useView();
  const { audio_retention, secondary_reuse, transcript_retention_days, etag } = saved;
  const query = { client_id };
  const { edited, write } = useSavedWhole<Settled>(
    'governance',
    { values: { audio_retention, secondary_reuse, transcript_retention_days }, etag },
    {
      send: (body, headers) => saveTenantGovernance({ query, headers, body }),
      replaces: getTenantGovernanceQueryKey({ query }),
      done: t('governance.saved'),
    },
  );
  const { values, set } = edited;
  const describe = ({ audio_retention: audio, secondary_reuse: reuse, ...it }: Settled): Described => [
    [t('governance.audio'), t(`governance.audioIs.${audio}`)],
    [t('governance.reuse'), t(`governance.reuseIs.${reuse ?? OPEN}`)],
    [
      t('governance.days'),
      it.transcript_retention_days === null ? t('governance.open') : count(it.transcript_retention_days),
    ],
  ];
  const days = values.transcript_retention_days;
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      write={write}
      shown={['audio_retention', 'secondary_reuse', 'transcript_retention_days']}
      onSave={() => write.send(values)}
    >
      <Text size="sm" c="dimmed">
        {t('governance.text')}
      </Text>
      <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label={t('governance.audio')}
          allowDeselect={false}
          data={AUDIO.map((value) => ({ value, label: t(`governance.audioIs.${value}`) }))}
          {...bind(edited, write.problem?.fields).choice('audio_retention', AUDIO)}
        />
        <Select
          label={t('governance.reuse')}
          allowDeselect={false}
          data={[...REUSE, OPEN].map((value) => ({ value, label: t(`governance.reuseIs.${value}`) }))}
          value={values.secondary_reuse ?? OPEN}
          error={write.problem?.fields['secondary_reuse']}
          onChange={(value) => set({ secondary_reuse: REUSE.find((it) => it === value) ?? null })}
        />
        <Stack gap="xs">
          <NumberInput
            label={t('governance.days')}
            min={0}
            max={MAX_DAYS}
            allowDecimal={false}
            disabled={days === null}
            placeholder={t('governance.open')}
            value={days ?? ''}
            error={write.problem?.fields['transcript_retention_days']}
            onChange={(value) =>
              typeof value === 'number' &&
              set({ transcript_retention_days: Math.min(Math.max(value, 0), MAX_DAYS) })
            }
          />
          <Checkbox
            label={t('governance.daysOpen')}
            checked={days === null}
            onChange={({ currentTarget }) =>
              set({
                transcript_retention_days: currentTarget.checked
                  ? null
                  : (saved.transcript_retention_days ?? SUGGESTED_DAYS),
              })
            }
          />
        </Stack>
      </SimpleGrid>
    </EditedForm>
  );
}
