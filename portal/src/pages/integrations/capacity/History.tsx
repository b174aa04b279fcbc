import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CapacityBucket } from '../../../api/generated';
import { getCapacityHistoryOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView, useView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Loading, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';

const HEIGHT = 260;
const RANGES = ['24h', '7d', '30d'] as const;
const Chart = lazy(() => import('./HistoryChart'));

/** Whether use was counted in a bucket; if not, there is a gap instead of 0. */
const isCounted = (
  { bucket_start_utc: start }: CapacityBucket,
  from: string | undefined,
  minutes: number,
): boolean => from === undefined || Date.parse(start) + minutes * 60_000 > Date.parse(from);

/** How many calls ran at once, for the client or a project, as a chart or a table. */
export function History({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const { count, decimal } = useNumbers();
  const { project_id } = useView();
  const change = useChangeView();
  const { span: wanted }: { span?: string } = useSearch({ strict: false });
  const range = RANGES.find((it) => it === wanted) ?? '24h';
  const [isTable, setTable] = useState(false);
  const history = useQuery({
    ...getCapacityHistoryOptions({ query: { client_id: clientId, project_id, range } }),
    placeholderData: keepPreviousData,
  });
  const title = t('capacity.history');
  return (
    <Panel
      title={title}
      aside={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('shell.range')}
            data={RANGES.map((value) => ({ value, label: t(`capacity.range.${value}`) }))}
            value={range}
            onChange={(value) => change({ span: value })}
          />
          <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'analytics.asChart' : 'analytics.asTable')}
          </Button>
        </Group>
      }
    >
      {history.data?.counted_from_utc && (
        <Text size="sm" c="dimmed" component="div">
          {t('capacity.countedFrom')} <Instant at={history.data.counted_from_utc} />
        </Text>
      )}
      <Loaded query={history} what={title} height={HEIGHT}>
        {({ counted_from_utc: from, ...data }) =>
          isTable ? (
            <DataTable
              caption={title}
              rows={data.buckets.filter((row) => isCounted(row, from, data.bucket_minutes)).toReversed()}
              keyOf={(row) => row.bucket_start_utc}
              columns={[
                {
                  name: 'from',
                  label: t('capacity.from'),
                  cell: (row) => <Instant at={row.bucket_start_utc} />,
                },
                {
                  name: 'peak',
                  label: t('capacity.peak'),
                  isNumber: true,
                  cell: (row) => count(row.peak_in_use),
                },
                {
                  name: 'average',
                  label: t('capacity.average'),
                  isNumber: true,
                  cell: (row) => decimal(row.avg_in_use),
                },
                {
                  name: 'limit',
                  label: t('capacity.limit'),
                  isNumber: true,
                  cell: (row) => (row.limit === null ? t('capacity.noLimit') : count(row.limit)),
                },
                {
                  name: 'blocked',
                  label: t('capacity.blocked'),
                  isNumber: true,
                  cell: (row) => count(row.blocked),
                },
              ]}
            />
          ) : (
            <Suspense fallback={<Loading height={HEIGHT} label={title} />}>
              <Chart
                of={data.buckets.map((row) =>
                  isCounted(row, from, data.bucket_minutes)
                    ? row
                    : { bucket_start_utc: row.bucket_start_utc },
                )}
                range={data.range}
                height={HEIGHT}
              />
            </Suspense>
          )
        }
      </Loaded>
    </Panel>
  );
}
