import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { CapacityBucket, CapacityHistoryResponse } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useLocale } from '../../../texts/locale';
import { useNumbers } from '../../../texts/numbers';
import { series } from '../../../theme/theme';

/** Use and limit over the range. In its own chunk, like the other charts. */
export default function HistoryChart({
  of,
  range,
  height,
}: {
  /** A bucket without a count has no figures. */
  readonly of: readonly (Pick<CapacityBucket, 'bucket_start_utc'> & Partial<CapacityBucket>)[];
  readonly range: CapacityHistoryResponse['range'];
  readonly height: number;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const locale = useLocale();
  const { zone } = useView();
  const label = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...(range === '24h'
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short', hour: 'numeric' }),
  });
  return (
    <LineChart
      h={height}
      data={of.map((bucket) => ({ ...bucket, at: label.format(new Date(bucket.bucket_start_utc)) }))}
      dataKey="at"
      withLegend
      // A single bucket has no line.
      withDots={of.filter((it) => it.peak_in_use !== undefined).length === 1}
      curveType="stepAfter"
      tickLine="none"
      valueFormatter={count}
      series={[
        { name: 'peak_in_use', label: t('capacity.peak'), color: series.good },
        { name: 'avg_in_use', label: t('capacity.average'), color: series.other },
        { name: 'limit', label: t('capacity.limit'), color: series.bad, strokeDasharray: '6 4' },
        { name: 'blocked', label: t('capacity.blocked'), color: series.middle },
      ]}
    />
  );
}
