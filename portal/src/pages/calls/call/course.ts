import type { GetCallResponse } from '../../../api/generated';

export type Line = NonNullable<GetCallResponse['transcript']>[number];
type Attempt = NonNullable<GetCallResponse['transfer']>['attempts'][number];

/** One moment of a call, in milliseconds after its start. */
export type Moment = { readonly at: number } & (
  | { readonly kind: 'event'; readonly event: GetCallResponse['timeline'][number]['event'] }
  | { readonly kind: 'consent'; readonly status: 'obtained' | 'withdrawn' }
  | { readonly kind: 'transfer'; readonly attempt: Attempt; readonly number: number }
  | { readonly kind: 'line'; readonly line: Line }
);

/** The order of moments at one instant: events come before words, and the end comes last. */
const ORDER = ['event', 'consent', 'line', 'transfer'] as const;
const placeOf = (it: Moment): number =>
  it.kind === 'event' && it.event === 'call_ended' ? ORDER.length : ORDER.indexOf(it.kind);

/**
 * The whole course of a call in chronological order: its events, consent, transfer attempts, and what was
 * said. Attempts replace their events.
 */
export function courseOf(
  { started_at_utc: startedAt, timeline, transfer, consent }: CourseOf,
  lines: readonly Line[],
): Moment[] {
  const start = Date.parse(startedAt);
  const after = (instant: string): number => Math.max(0, Date.parse(instant) - start);
  const attempts = transfer?.attempts ?? [];
  const moments: Moment[] = [
    ...timeline
      .filter(({ event }) => event !== 'transfer_initiated' || attempts.length === 0)
      .map(({ event, at_utc: at }) => ({ kind: 'event' as const, event, at: after(at) })),
    ...(['obtained', 'withdrawn'] as const).flatMap((status) => {
      const at = consent?.[`${status}_at_utc`] ?? null;
      return at === null ? [] : [{ kind: 'consent' as const, status, at: after(at) }];
    }),
    ...attempts.map((attempt, n) => ({
      kind: 'transfer' as const,
      attempt,
      number: n + 1,
      at: after(attempt.at_utc),
    })),
    ...lines.map((line) => ({ kind: 'line' as const, line, at: line.offset_ms })),
  ];
  return moments.sort((one, other) => one.at - other.at || placeOf(one) - placeOf(other));
}

type CourseOf = Pick<GetCallResponse, 'started_at_utc' | 'timeline' | 'transfer' | 'consent'>;

/** The moments that a reader jumps to. */
export const isChapter = ({ kind }: Moment): boolean => kind === 'consent' || kind === 'transfer';
