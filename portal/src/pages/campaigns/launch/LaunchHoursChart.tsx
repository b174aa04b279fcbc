import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { CampaignLaunchPreview } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useLocale } from '../../../texts/locale';
import { useNumbers } from '../../../texts/numbers';
import { series } from '../../../theme/theme';

/**
 * How many contacts may be called in each hour, as bars. In its own chunk, like the other charts.
 */
export default function LaunchHoursChart({
  hours,
  height,
}: {
  readonly hours: CampaignLaunchPreview['hours'];
  readonly height: number;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const locale = useLocale();
  const { zone } = useView();
  const label = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  return (
    <BarChart
      h={height}
      data={hours.map(({ starts_at_utc: at, contacts }) => ({ at: label.format(new Date(at)), contacts }))}
      dataKey="at"
      tickLine="none"
      valueFormatter={count}
      series={[{ name: 'contacts', label: t('campaigns.mayBeCalled'), color: series.good }]}
    />
  );
}
