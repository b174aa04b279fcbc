import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DirectoryResponse } from '../../../api/generated';
import { Panel } from '../../../parts/Panel';
import { Empty } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';

const WRAPPED = { maw: 420, style: { whiteSpace: 'normal' } } as const;

/** The last events of the directory, and why one failed. */
export function Events({ events }: { readonly events: DirectoryResponse['events'] }) {
  const { t } = useTranslation();
  const title = t('directory.events');
  return (
    <Panel title={title}>
      {events.length === 0 ? (
        <Empty title={t('directory.noEvents')} next={t('directory.noEventsNext')} />
      ) : (
        <DataTable
          caption={title}
          rows={events}
          keyOf={(row) => row.event_id}
          columns={[
            { name: 'at', label: t('directory.at'), cell: (row) => <Instant at={row.at_utc} /> },
            {
              name: 'operation',
              label: t('directory.event'),
              cell: (row) => t(`directory.operations.${row.operation.replace('.', '_')}`),
            },
            {
              name: 'result',
              label: t('directory.result'),
              cell: (row) => (
                <Stack gap={0}>
                  <Text size="sm" c={row.reason === null ? undefined : 'var(--mantine-color-red-text)'}>
                    {row.reason === null
                      ? t('directory.done')
                      : t('directory.failed', { status: row.status })}
                  </Text>
                  {row.reason !== null && (
                    <Text size="xs" c="dimmed" lang="en" {...WRAPPED}>
                      {row.reason}
                    </Text>
                  )}
                </Stack>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
