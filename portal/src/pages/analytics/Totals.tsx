import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallSummaryResponse } from '../../api/generated';
import { Figure } from '../../parts/figures/Figure';
import { useNumbers } from '../../texts/numbers';
import { useDays } from '../../shell/DateRange';
import { useDirection, useFigureQuery, type useQueryBefore } from './direction';

type Summary = GetCallSummaryResponse;

interface Tile {
  readonly name: string;
  readonly figure: keyof Summary;
  readonly format: (value: number | null | undefined) => string;
  readonly unit: string;
  /** Whether it only counts inbound calls. */
  readonly isInbound?: boolean;
}

/** The totals of the range, one figure per tile, next to the figure of the previous range. */
export function Totals({
  summary,
  inbound,
  earlier,
  before,
  inboundBefore,
  zone,
}: {
  readonly summary: Summary;
  /** Undefined if it is not requested or not known yet, like those of the previous range. */
  readonly inbound: Summary | undefined;
  readonly before: Summary | undefined;
  readonly earlier: ReturnType<typeof useQueryBefore>;
  readonly inboundBefore: Summary | undefined;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const direction = useDirection();
  const query = useFigureQuery();
  const days = useDays(earlier.query.start_date, earlier.query.end_date);
  const { count, duration, seconds, money } = useNumbers();
  const { currency } = summary;
  const tiles: readonly Tile[] = [
    { name: 'total', figure: 'total_calls', format: count, unit: zone },
    { name: 'completed', figure: 'completed_calls', format: count, unit: zone },
    direction === 'outbound'
      ? { name: 'notPickedUp', figure: 'missed_calls', format: count, unit: zone }
      : {
          name: 'missedInbound',
          figure: 'missed_calls',
          format: count,
          isInbound: true,
          unit: t('analytics.ofMissed', {
            count: summary.missed_calls,
            formatted: count(summary.missed_calls),
          }),
        },
    { name: 'failed', figure: 'failed_calls', format: count, unit: zone },
    { name: 'duration', figure: 'avg_duration_seconds', format: duration, unit: 'min:s' },
    { name: 'response', figure: 'avg_ai_response_seconds', format: seconds, unit: '' },
    { name: 'escalations', figure: 'human_escalation_count', format: count, unit: zone },
    {
      name: 'cost',
      figure: currency === null ? 'total_cost_usd' : 'total_cost_local',
      format: (value) => money(value, currency ?? 'USD'),
      unit: t('analytics.costHelp', { currency: currency ?? 'USD' }),
    },
  ];
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {tiles.map(({ name, figure, format, unit, isInbound }) => {
          const what = t(`analytics.${name}`);
          const only = isInbound && { direction: 'inbound' as const };
          const now = isInbound ? inbound : summary;
          const then = isInbound ? inboundBefore : before;
          // Sums in different currencies cannot be compared.
          const isComparable = then && (figure !== 'total_cost_local' || then.currency === currency);
          return (
            <Paper key={name} withBorder p="sm">
              <Text size="xs" c="dimmed">
                {what}
              </Text>
              <div className="figure">
                <Figure of={{ route: SUMMARY, query: { ...query, ...only }, figure, currency }} what={what}>
                  {format(now?.[figure] as number | null | undefined)}
                </Figure>
              </div>
              <Text size="xs" c="dimmed">
                {unit || '\u00a0'}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {isComparable ? (
                  <>
                    {t('figures.before')}{' '}
                    <Figure
                      of={{ route: SUMMARY, query: { ...earlier.query, ...only }, figure, currency }}
                      what={t('figures.beforeWhat', { what })}
                      isQuiet
                      isCompact
                    >
                      {format(then[figure] as number | null)}
                    </Figure>
                  </>
                ) : (
                  '\u00a0'
                )}
              </Text>
            </Paper>
          );
        })}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t(earlier.isPart ? 'figures.beforeIsPart' : 'figures.beforeIs', { days })}
      </Text>
    </Stack>
  );
}

const SUMMARY = '/v1/calls/summary';
