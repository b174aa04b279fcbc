import { Anchor, Button, Progress, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LAST_MONTH_EXPORT } from '../../../address/search';
import { useView } from '../../../address/view';
import type { AccountExportResponse } from '../../../api/generated';
import { listAccountExportsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { sectionNames, StartExport } from './StartExport';

// An export takes seconds to minutes.
const LIVE_MS = 2_000;

// Table cells do not wrap by default.
const WRAPPED = { maw: 340, style: { whiteSpace: 'normal' } } as const;

const isUnderWay = ({ status }: AccountExportResponse): boolean =>
  status === 'queued' || status === 'running';

/** The progress of an export, or its result. */
function Outcome({ row }: { readonly row: AccountExportResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { files_done: done, files_total: total, rows } = row.progress;
  const hint = {
    queued: null,
    running: total === 0 ? t('exports.begins') : t('exports.done', { done, total, rows: count(rows) }),
    ready: (
      <>
        {t('exports.until')} <Instant at={row.expires_at_utc} />
      </>
    ),
    expired: t('exports.gone'),
    failed: t(`exports.failure.${row.failure_code ?? 'could_not_finish'}`),
  }[row.status];
  return (
    <Stack gap={4} miw={200}>
      <StatusLabel kind="export" value={row.status} />
      {row.status === 'running' && (
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          animated
          aria-label={t('exports.progress')}
        />
      )}
      {hint && (
        <Text size="xs" c="dimmed" {...WRAPPED}>
          {hint}
        </Text>
      )}
    </Stack>
  );
}

/** Exports of all data of the client (account-exports section 1). */
export function Exports() {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const { client_id } = useView();
  const [isStarting, setStarting] = useState(false);
  const exports = useQuery({
    ...listAccountExportsOptions({ query: { client_id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LIVE_MS : false),
  });
  const title = t('settings.exports');
  const fileOf = ({ export_id: id }: AccountExportResponse): string =>
    `/api/v1/portal/account-exports/${id}/download${client_id ? `?client_id=${encodeURIComponent(client_id)}` : ''}`;
  return (
    <Panel
      title={title}
      aside={
        <Button
          size="xs"
          leftSection={<IconPlus aria-hidden size={16} />}
          disabled={!exports.data}
          onClick={() => setStarting(true)}
        >
          {t('exports.start')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('exports.text')}{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/calls" search={{ client_id, ...LAST_MONTH_EXPORT }} {...props} />
            )}
          >
            {t('exports.ofCalls')}
          </Anchor>
        </Text>
        <Loaded query={exports} what={title} height={160}>
          {({ items, available_sections: sections }) =>
            items.length === 0 ? (
              <Empty title={t('exports.none')} next={t('exports.noneNext')} />
            ) : (
              <DataTable
                caption={title}
                rows={items}
                keyOf={(row) => row.export_id}
                columns={[
                  {
                    name: 'created',
                    label: t('exports.created'),
                    cell: (row) => <AtByCell at={row.created_at_utc} by={row.requested_by} />,
                  },
                  {
                    name: 'sections',
                    label: t('exports.sections'),
                    cell: (row) => (
                      <Stack gap={0}>
                        <Text size="sm" {...WRAPPED}>
                          {row.sections.length === sections.length
                            ? t('exports.everything')
                            : sectionNames(t, row.sections)}
                        </Text>
                        <Text size="xs" c="dimmed">
                          {t(`exports.formats.${row.format}`)}
                        </Text>
                      </Stack>
                    ),
                  },
                  { name: 'status', label: t('exports.status'), cell: (row) => <Outcome row={row} /> },
                  {
                    name: 'file',
                    label: t('exports.file'),
                    cell: (row) =>
                      row.status === 'ready' ? (
                        // The browser loads large files itself, and resumes interrupted downloads.
                        <Anchor size="sm" href={fileOf(row)} download>
                          {t('exports.download', { size: size(row.bytes ?? 0) })}
                        </Anchor>
                      ) : (
                        '–'
                      ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Stack>
      {isStarting && exports.data && (
        <StartExport sections={exports.data.available_sections} onClose={() => setStarting(false)} />
      )}
    </Panel>
  );
}
