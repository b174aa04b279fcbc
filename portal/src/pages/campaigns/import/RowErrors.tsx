import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmittedRowError } from '../../../api/generated';
import { DataTable } from '../../../parts/tables/DataTable';
import { Pager } from '../../../parts/tables/Pager';
import { Empty } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import type { CsvFile } from './csv-file';
import { failedRows, saveText } from './failed-rows';

const PAGE_SIZE = 20;

/** The remedy for an error, in the reader's language. */
function useRemedy(): (error: SubmittedRowError) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ code, message, allowed }) => {
      const text = t(`campaignWords.rowError.${code}`, { defaultValue: message });
      return allowed && allowed.length > 0
        ? `${text} ${t('imports.allowed', { words: allowed.join(', ') })}`
        : text;
    },
    [t],
  );
}

/**
 * Errors by row and column of a file, each with its remedy. Twenty at a time: a file may have
 * thousands.
 */
export function RowErrors({
  errors,
  file,
}: {
  readonly errors: readonly SubmittedRowError[];
  readonly file: CsvFile;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const remedy = useRemedy();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const wanted = useDeferredValue(typed.trim().toLocaleLowerCase());
  const rows = useMemo(
    () => errors.map((error, index) => ({ ...error, index, remedy: remedy(error) })),
    [errors, remedy],
  );
  const found = useMemo(
    () =>
      wanted === ''
        ? rows
        : rows.filter(
            (it) =>
              String(it.row) === wanted ||
              it.column?.toLocaleLowerCase().includes(wanted) ||
              it.remedy.toLocaleLowerCase().includes(wanted),
          ),
    [rows, wanted],
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const save = (): void =>
    saveText(
      failedRows(file.text, new Set(errors.map(({ row }) => row))),
      `${t('imports.failedName')}-${file.name}`,
    );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <TextInput
            size="xs"
            w={240}
            leftSection={<IconSearch aria-hidden size={14} />}
            aria-label={t('imports.searchErrors')}
            placeholder={t('imports.searchErrors')}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setPage(1);
            }}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('imports.errorCount', { count: found.length, formatted: count(found.length) })}
          </Text>
        </Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={save}
        >
          {t('imports.saveFailed')}
        </Button>
      </Group>
      {found.length === 0 ? (
        <Empty title={t('imports.noError')} />
      ) : (
        <DataTable
          caption={t('imports.errors')}
          rows={found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)}
          keyOf={(it) => String(it.index)}
          columns={[
            { name: 'row', label: t('imports.row'), isNumber: true, cell: (it) => count(it.row) },
            { name: 'column', label: t('imports.column'), cell: (it) => it.column ?? t('imports.wholeRow') },
            { name: 'remedy', label: t('imports.remedy'), cell: (it) => it.remedy },
          ]}
        />
      )}
      <Pager pagination={{ page: shown, total_pages: pages }} onChange={setPage} />
    </Stack>
  );
}
