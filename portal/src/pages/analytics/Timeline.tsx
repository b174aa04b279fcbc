import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallTimelineResponse } from '../../api/generated';
import { getCallTimelineOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { Range } from '../../address/range';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Figure } from '../../parts/figures/Figure';
import { Panel } from '../../parts/Panel';
import { Loading, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { useFigureQuery } from './direction';

const HEIGHT = 220;
const Chart = lazy(() => import('./TimelineChart'));

type Bucket = GetCallTimelineResponse['buckets'][number];

const FIGURES = [
  ['total', 'total_calls'],
  ['completed', 'completed_calls'],
  ['missed', 'missed_calls'],
  ['failed', 'failed_calls'],
  ['duration', 'avg_duration_seconds'],
] as const;

/** The dates of a bucket's calls: the ends of the whole range stay unchanged. */
function datesOf(of: Bucket, all: readonly Bucket[], { start_date, end_date }: Range): Range {
  const next = all[all.indexOf(of) + 1];
  return {
    start_date: of === all[0] ? start_date : of.start_utc,
    end_date: next ? new Date(Date.parse(next.start_utc) - 1).toISOString() : end_date,
  };
}

/** Calls by status over the range, as a chart or as a table. */
export function Timeline() {
  const { t } = useTranslation();
  const { count, duration } = useNumbers();
  const [isTable, setTable] = useState(false);
  const query = useFigureQuery();
  const timeline = useQuery(getCallTimelineOptions({ query }));
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
                ...FIGURES.map(([name, figure]): Column<Bucket> => ({
                  name,
                  label: t(`analytics.${name}`),
                  isNumber: true,
                  cell: (row) => (
                    <Figure
                      of={{
                        route: '/v1/calls/timeline',
                        query,
                        figure: `buckets[start_utc].${figure}`,
                        keys: [row.start_utc],
                      }}
                      dates={datesOf(row, buckets, query)}
                      what={t(`analytics.${name}`)}
                      isCompact
                    >
                      {figure === 'avg_duration_seconds' ? duration(row[figure]) : count(row[figure])}
                    </Figure>
                  ),
                })),
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
