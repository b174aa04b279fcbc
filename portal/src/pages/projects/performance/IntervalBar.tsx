import { Box } from '@mantine/core';
import type { VersionFigureResponse } from '../../../api/generated';

/**
 * Whether the whole interval lies on the better or the worse side of no difference; null if it does
 * not.
 */
export function sideOf({
  better,
  difference,
}: Pick<VersionFigureResponse, 'better' | 'difference'>): 'better' | 'worse' | null {
  if (!difference || better === null || (difference.low <= 0 && difference.high >= 0)) return null;
  return difference.low > 0 === (better === 'higher') ? 'better' : 'worse';
}

const COLORS = { better: 'teal', worse: 'red' } as const;

/** The largest distance of any share from no difference, so that all bars of shares have one scale. */
export const reachOf = (figures: readonly Pick<VersionFigureResponse, 'unit' | 'difference'>[]): number =>
  Math.max(
    0,
    ...figures
      .filter(({ unit }) => unit === 'percent')
      .flatMap(({ difference: it }) => (it ? [Math.abs(it.low), Math.abs(it.high)] : [])),
  ) * 1.05 || 1;

/**
 * The interval of a difference around the line of no difference. The text beside it has the same
 * values.
 */
export function IntervalBar({
  figure,
  reach,
}: {
  readonly figure: VersionFigureResponse;
  /** The value at the end of the bar. */
  readonly reach: number;
}) {
  const { difference } = figure;
  if (!difference) return null;
  const { low, high, value } = difference;
  const at = (it: number): number => 50 + (50 * it) / reach;
  const side = sideOf(figure);
  const color = `var(--mantine-color-${side ? COLORS[side] : 'gray'}-6)`;
  return (
    <Box aria-hidden pos="relative" h={12} miw={90} data-side={side ?? 'open'} dir="ltr">
      <Box pos="absolute" left="50%" top={0} w={1} h={12} bg="var(--mantine-color-dimmed)" />
      <Box
        pos="absolute"
        top={4}
        h={4}
        bg={color}
        left={`${at(low)}%`}
        w={`${at(high) - at(low)}%`}
        miw={2}
      />
      <Box pos="absolute" top={2} h={8} w={3} bg={color} left={`calc(${at(value)}% - 1.5px)`} />
    </Box>
  );
}
