import { Button, Code, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { importContacts } from '../../../api/generated';
import { CsvImport } from './CsvImport';
import { exampleFile, exampleOf } from './example-file';
import { saveText } from './failed-rows';
import { useCampaignAddress } from '../queries';
import type { Campaign } from '../vocabulary';

/** Adds the contacts of a CSV file, or updates existing ones. */
export function ImportContacts({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const { path, query } = useCampaignAddress();
  const { personalization } = campaign;
  return (
    <CsvImport
      title={t('imports.contacts')}
      help={t('imports.contactsHelp')}
      send={async (body, isDryRun, key) => {
        const { data } = await importContacts({
          path,
          query: { ...query, dry_run: isDryRun },
          headers: { 'Idempotency-Key': key },
          body,
        });
        return {
          ...data,
          hasSoundRows: data.accepted_rows + data.duplicate_rows > 0,
          counts: [
            [t(isDryRun ? 'imports.wouldAdd' : 'imports.added'), data.accepted_rows],
            [t('imports.known'), data.duplicate_rows],
            [t('imports.wrong'), data.rejected_rows],
            [t('imports.repeated'), data.number_repeated_rows],
          ],
        };
      }}
    >
      <Group gap="xs">
        <Text size="sm">
          {t('imports.columns')} <Code>{Object.keys(exampleOf(campaign)).join(', ')}</Code>
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={() => saveText(exampleFile(campaign, new Date()), `${t('imports.exampleName')}.csv`)}
        >
          {t('imports.saveExample')}
        </Button>
      </Group>
      {personalization.required_keys.length > 0 && (
        <Text size="sm">
          {t('imports.required')} <Code>{['to_number', ...personalization.required_keys].join(', ')}</Code>
        </Text>
      )}
    </CsvImport>
  );
}
