import { Alert, List, Stack, Text } from '@mantine/core';
import { IconEyeOff, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../texts/numbers';
import type { Preview } from './export-request';

/** The content of the file, and the columns that governance withholds, each with its reason. */
export function ExportPreview({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { row_count: rows, columns, options, transcripts } = preview;
  if (rows === 0) {
    return (
      <Alert color="yellow" variant="outline" role="status" title={t('file.empty')}>
        <Text size="sm">{t('file.emptyText')}</Text>
      </Alert>
    );
  }
  const withheld = options.filter(({ asked, honoured }) => asked && !honoured);
  const emptied = transcripts?.emptied.filter(({ row_count }) => row_count > 0) ?? [];
  return (
    <Stack gap="xs" role="status">
      <Alert
        variant="outline"
        icon={<IconTable aria-hidden />}
        title={t('export.rows', { count: rows, formatted: count(rows) })}
      >
        <Text size="sm">{columns.map((name) => t(`export.column.${name}`)).join(' · ')}</Text>
        {transcripts && (
          <Text size="sm" mt={4}>
            {t(`export.form.${transcripts.form}`, {
              count: transcripts.passing_count,
              formatted: count(transcripts.passing_count),
            })}
          </Text>
        )}
      </Alert>
      {withheld.length + emptied.length > 0 && (
        <Alert
          color="yellow"
          variant="outline"
          icon={<IconEyeOff aria-hidden />}
          title={t('export.withheld')}
        >
          <List size="sm">
            {withheld.map(({ option, reason }) => (
              <List.Item key={option}>
                {t(`export.option.${option}`)}: {t(`export.reason.${reason}`, { defaultValue: reason })}
              </List.Item>
            ))}
            {emptied.map(({ check, row_count }) => (
              <List.Item key={check}>
                {t('export.emptied', { count: row_count, formatted: count(row_count) })}:{' '}
                {t(`export.check.${check}`)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
