/** A time in which calls of a project used two versions at once. */
export interface StagedTime {
  readonly staged: number;
  /** The version that all other calls used. */
  readonly published: number;
  readonly from: Date;
  /** Null while it is active. */
  readonly to: Date | null;
  /** Whether callers were selected at random by share; otherwise by number. */
  readonly isDrawn: boolean;
}

export const UNFAIR_REASONS = ['not_live_together', 'numbers_chosen', 'no_common_direction'] as const;
export type UnfairReason = (typeof UNFAIR_REASONS)[number];

/** The calls of a comparison. */
export interface Compared {
  readonly from: Date;
  readonly to: Date;
  /** The time in which both versions were live; null: their calls are from different times. */
  readonly together: StagedTime | null;
  readonly reasons: readonly UnfairReason[];
}

/**
 * Which calls of a range are compared (version-performance 2.1): those of the time in which both
 * versions were live, or else all of each version.
 * @param range up to now at the latest
 */
export function comparedIn(
  range: { readonly from: Date; readonly to: Date },
  versions: readonly [number, number],
  times: readonly StagedTime[],
): Compared {
  const together = stagedTimeOf(versions, times);
  const { from, to } = within(range, together);
  if (together === null || from >= to) return { ...range, together: null, reasons: ['not_live_together'] };
  return { from, to, together, reasons: together.isDrawn ? [] : ['numbers_chosen'] };
}

/** The time in which one of two versions was staged while the other one was published. */
export const stagedTimeOf = (
  versions: readonly [number, number],
  times: readonly StagedTime[],
): StagedTime | null =>
  times.find(({ staged, published }) => versions.includes(staged) && versions.includes(published)) ?? null;

function within(range: { readonly from: Date; readonly to: Date }, time: StagedTime | null): typeof range {
  if (time === null) return range;
  const end = time.to ?? range.to;
  return {
    from: time.from > range.from ? time.from : range.from,
    to: end < range.to ? end : range.to,
  };
}
