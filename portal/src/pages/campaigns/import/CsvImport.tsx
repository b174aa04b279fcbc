import { Alert, Button, FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmittedRowError } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { useNumbers } from '../../../texts/numbers';
import { CAMPAIGN_QUERIES } from '../queries';
import { readCsvFile, type CsvFile, type FileFault } from './csv-file';
import { RowErrors } from './RowErrors';

/** The route's report on the rows of a file, or of its dry run. */
export interface Imported {
  readonly counts: readonly (readonly [label: string, rows: number])[];
  /** Whether any row of the file would be imported. */
  readonly hasSoundRows: boolean;
  readonly row_errors: readonly SubmittedRowError[];
  readonly dry_run: boolean;
}

interface Sent extends CsvFile {
  readonly isDryRun: boolean;
}

function Outcome({ imported }: { readonly imported: Imported }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Alert
      variant="outline"
      color={imported.dry_run ? 'accent' : 'teal'}
      icon={imported.dry_run ? <IconFileTypeCsv aria-hidden /> : <IconCircleCheck aria-hidden />}
      title={t(imported.dry_run ? 'imports.checked' : 'imports.done')}
      role="status"
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        {imported.counts.map(([label, rows]) => (
          <Stack key={label} gap={0}>
            <Text size="sm">{label}</Text>
            <Text span fw={600} className="count">
              {count(rows)}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Alert>
  );
}

/**
 * Imports a person's CSV file: checks it first, lists its errors by row, and imports it on
 * confirmation. The file is sent unchanged and kept only on this page.
 */
export function CsvImport({
  title,
  help,
  isBlocked = false,
  send,
  children,
}: {
  readonly title: string;
  readonly help: string;
  /** Whether something else must be chosen before a file. */
  readonly isBlocked?: boolean;
  readonly send: (text: string, isDryRun: boolean, key: string) => Promise<Imported>;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [fault, setFault] = useState<FileFault | null>(null);
  const write = useWrite(({ text, isDryRun }: Sent, key) => send(text, isDryRun, key), {
    changes: CAMPAIGN_QUERIES,
  });
  const choose = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    const read = await readCsvFile(chosen);
    const isRead = typeof read !== 'string';
    write.reset();
    setFault(isRead ? null : read);
    setFile(isRead ? read : null);
    if (isRead) write.send({ ...read, isDryRun: true });
  };
  const imported = write.problem ? undefined : write.answer;
  return (
    <Panel title={title}>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
      {children}
      <Group gap="xs">
        <FileButton accept=".csv,text/csv" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant={file ? 'default' : 'filled'}
              disabled={isBlocked}
              loading={write.isPending && !imported}
              leftSection={<IconUpload aria-hidden size={14} />}
            >
              {t(file ? 'imports.chooseOther' : 'imports.choose')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" dir="auto">
            {file.name}
          </Text>
        )}
        {file && imported?.dry_run && (
          <Button
            size="xs"
            disabled={!imported.hasSoundRows}
            loading={write.isPending}
            onClick={() => write.send({ ...file, isDryRun: false })}
          >
            {t('imports.take')}
          </Button>
        )}
      </Group>
      {fault && (
        <Alert color="red" variant="outline" role="alert" title={t('imports.notRead')}>
          {t(`imports.${fault}`)}
        </Alert>
      )}
      <Refusal problem={write.problem} />
      {imported && <Outcome imported={imported} />}
      {file && imported && imported.row_errors.length > 0 && (
        <RowErrors key={file.name} errors={imported.row_errors} file={file} />
      )}
    </Panel>
  );
}
