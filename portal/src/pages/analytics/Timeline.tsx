import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCallTimelineOptions } from '../../api/generated/@tanstack/react-query.gen';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Panel } from '../../parts/Panel';
import { Loading, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { useFigureQuery } from './direction';

const HEIGHT = 220;
const Chart = lazy(() => import('./TimelineChart'));

/** Calls by status over the range, as a chart or as a table. */
export function Timeline() {
  const { t } = useTranslation();
  const { count, duration } = useNumbers();
  const [isTable, setTable] = useState(false);
  const timeline = useQuery(getCallTimelineOptions({ query: useFigureQuery() }));
  const title = t('analytics.timeline');
  return (
    <Panel
      title={title}
      aside={
        <Button size="compact-xs" variant="default" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'analytics.asChart' : 'analytics.asTable')}
        </Button>
      }
    >
      <Loaded query={timeline} what={title} height={HEIGHT}>
        {({ buckets, granularity }) =>
          isTable ? (
            <DataTable
              caption={title}
              rows={buckets}
              keyOf={(row) => row.start_utc}
              columns={[
                { name: 'from', label: t('analytics.bucket'), cell: (row) => <Instant at={row.start_utc} /> },
                {
                  name: 'total',
                  label: t('analytics.total'),
                  isNumber: true,
                  cell: (row) => count(row.total_calls),
                },
                {
                  name: 'completed',
                  label: t('analytics.completed'),
                  isNumber: true,
                  cell: (row) => count(row.completed_calls),
                },
                {
                  name: 'missed',
                  label: t('analytics.missed'),
                  isNumber: true,
                  cell: (row) => count(row.missed_calls),
                },
                {
                  name: 'failed',
                  label: t('analytics.failed'),
                  isNumber: true,
                  cell: (row) => count(row.failed_calls),
                },
                {
                  name: 'duration',
                  label: t('analytics.duration'),
                  isNumber: true,
                  cell: (row) => duration(row.avg_duration_seconds),
                },
              ]}
            />
          ) : (
            <Suspense fallback={<Loading height={HEIGHT} label={title} />}>
              <Chart buckets={buckets} granularity={granularity} height={HEIGHT} />
            </Suspense>
          )
        }
      </Loaded>
    </Panel>
  );
}
