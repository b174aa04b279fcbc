import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { GetCallTimelineResponse } from '../../api/generated';
import { useLocale } from '../../texts/locale';
import { useNumbers } from '../../texts/numbers';
import { series } from '../../theme/theme';

type Buckets = GetCallTimelineResponse['buckets'];

/**
 * The chart of the timeline, in its own chunk: the chart library is half as large as everything
 * else.
 */
export default function TimelineChart({
  buckets,
  granularity,
  height,
}: {
  readonly buckets: Buckets;
  readonly granularity: GetCallTimelineResponse['granularity'];
  readonly height: number;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const locale = useLocale();
  // The local time of a bucket has no zone: formatted as UTC, it is shown unchanged.
  const label = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(granularity === 'hour' ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  const data = buckets.map(({ start_local, completed_calls, missed_calls, failed_calls }) => ({
    at: label.format(new Date(`${start_local.slice(0, 19)}Z`)),
    completed_calls,
    missed_calls,
    failed_calls,
  }));
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="at"
      type="stacked"
      withLegend
      tickLine="none"
      valueFormatter={count}
      series={[
        { name: 'completed_calls', label: t('analytics.completed'), color: series.good },
        { name: 'missed_calls', label: t('analytics.missed'), color: series.middle },
        { name: 'failed_calls', label: t('analytics.failed'), color: series.bad },
      ]}
    />
  );
}
