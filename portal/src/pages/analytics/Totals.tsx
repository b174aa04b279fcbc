import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallSummaryResponse } from '../../api/generated';
import { useNumbers } from '../../texts/numbers';
import { useDirection } from './direction';

/** The totals of the range, one figure a tile. */
export function Totals({
  summary,
  missedInbound,
  zone,
}: {
  readonly summary: GetCallSummaryResponse;
  /** Undefined if it is not requested or not known yet. */
  readonly missedInbound: number | undefined;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const direction = useDirection();
  const { count, duration, seconds, money } = useNumbers();
  const tiles: readonly (readonly [string, string, string])[] = [
    ['total', count(summary.total_calls), zone],
    ['completed', count(summary.completed_calls), zone],
    direction === 'outbound'
      ? ['notPickedUp', count(summary.missed_calls), zone]
      : [
          'missedInbound',
          count(missedInbound),
          t('analytics.ofMissed', { count: summary.missed_calls, formatted: count(summary.missed_calls) }),
        ],
    ['failed', count(summary.failed_calls), zone],
    ['duration', duration(summary.avg_duration_seconds), 'min:s'],
    ['response', seconds(summary.avg_ai_response_seconds), ''],
    ['escalations', count(summary.human_escalation_count), zone],
    summary.total_cost_local === null
      ? ['cost', money(summary.total_cost_usd, 'USD'), t('analytics.costHelp', { currency: 'USD' })]
      : [
          'cost',
          money(summary.total_cost_local, summary.currency),
          t('analytics.costHelp', { currency: summary.currency }),
        ],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {tiles.map(([name, figure, unit]) => (
        <Paper key={name} withBorder p="sm">
          <Text size="xs" c="dimmed">
            {t(`analytics.${name}`)}
          </Text>
          <div className="figure">{figure}</div>
          <Text size="xs" c="dimmed">
            {unit || '\u00a0'}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
