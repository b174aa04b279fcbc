import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallSummaryResponse } from '../../api/generated';
import { useNumbers } from '../../texts/numbers';

/** The totals of the range, one figure a tile. */
export function Totals({
  summary,
  zone,
}: {
  readonly summary: GetCallSummaryResponse;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const { count, duration, seconds, money } = useNumbers();
  const tiles: readonly (readonly [string, string, string])[] = [
    ['total', count(summary.total_calls), zone],
    ['completed', count(summary.completed_calls), zone],
    ['missed', count(summary.missed_calls), zone],
    ['failed', count(summary.failed_calls), zone],
    ['duration', duration(summary.avg_duration_seconds), 'min:s'],
    ['response', seconds(summary.avg_ai_response_seconds), ''],
    ['escalations', count(summary.human_escalation_count), zone],
    summary.total_cost_local === null
      ? ['cost', money(summary.total_cost_usd, 'USD'), 'USD']
      : ['cost', money(summary.total_cost_local, summary.currency), summary.currency ?? ''],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {tiles.map(([name, figure, unit]) => (
        <Paper key={name} withBorder p="sm">
          <Text size="xs" c="dimmed">
            {t(`analytics.${name}`)}
          </Text>
          <div className="figure">{figure}</div>
          <Text size="xs" c="dimmed" truncate>
            {unit || '\u00a0'}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
