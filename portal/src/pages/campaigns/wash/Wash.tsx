import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { recordRegistryWashResults } from '../../../api/generated';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { InstantFromNow } from '../InstantFromNow';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useMay } from '../../../address/assignment';
import { useNumbers } from '../../../texts/numbers';
import { CsvImport } from '../import/CsvImport';
import { useCampaignAddress } from '../queries';
import { RecordWash } from './RecordWash';
import type { Campaign } from '../vocabulary';

function Results({ recordId }: { readonly recordId: string }) {
  const { t } = useTranslation();
  const { path, query } = useCampaignAddress();
  return (
    <CsvImport
      title={t('wash.results')}
      help={t('wash.resultsHelp')}
      send={async (body, isDryRun, key) => {
        const { data } = await recordRegistryWashResults({
          path,
          query: { ...query, registry_wash_record_id: recordId, dry_run: isDryRun },
          headers: { 'Idempotency-Key': key },
          body,
        });
        return {
          ...data,
          hasSoundRows: data.matched_rows > 0,
          counts: [
            [t('wash.matched'), data.matched_rows],
            [t('wash.unmatched'), data.unmatched_rows],
            [t('imports.wrong'), data.rejected_rows],
            [t('wash.contactsUpdated'), data.contacts_updated],
          ],
        };
      }}
    />
  );
}

/** The last check of this campaign's numbers against the register, and the end of its validity. */
export function Wash({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const may = useMay();
  const { registry_wash_summary: wash, compliance, counts } = campaign;
  const recordId = wash.last_registry_wash_record_id;
  return (
    <Stack>
      <Panel title={t('campaigns.step.wash')}>
        <Facts
          caption={t('campaigns.step.wash')}
          rows={[
            [t('campaigns.status'), <StatusLabel kind="wash" value={wash.state} />],
            [t('wash.washedAt'), <Instant at={wash.washed_at_utc} />],
            [t('wash.validUntil'), <InstantFromNow at={wash.valid_until_utc} />],
            [t('campaigns.field.washAge'), count(compliance.registry_wash_max_age_days)],
            [t('wash.submitted'), count(wash.numbers_submitted)],
            [t('campaigns.contacts'), count(counts.total)],
            [t('wash.onRegister'), count(wash.numbers_on_register)],
          ]}
        />
      </Panel>
      {may('recordRegistryWash') && <RecordWash campaign={campaign} />}
      {may('recordRegistryWashResults') && recordId && <Results recordId={recordId} />}
    </Stack>
  );
}
