import { DateTime } from 'luxon';
import { bounds, matches, percent, round, startOf } from './independent-analytics.js';
import type { Selection } from './independent-analytics.js';
import type { PostedCall } from './random-calls.js';

/*
 * The caller mix once more, from posted records and from calls section 13, ADR 17, with sets of
 * numbers where the application counts: two readings that have to agree.
 */

/** The time zone of the projects that tests create. */
export const PROJECT_ZONE = 'Australia/Sydney';

/** The people in the mix of one selection. */
export interface Mix {
  readonly total: number;
  readonly identified: number;
  readonly unique: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
  readonly returning: ReadonlySet<string>;
}

const numberOf = (call: PostedCall): string | null => (call['caller_number'] as string | null) ?? null;

/** The mix of these calls over the days from the first to the last, both included. */
export function mixOf(calls: readonly PostedCall[], first: DateTime, last: DateTime): Mix {
  const [from, to] = [first.toMillis(), last.plus({ days: 1 }).toMillis()];
  const lookback = first.minus({ days: 30 }).toMillis();
  const inside = calls.filter((call) => startOf(call) >= from && startOf(call) < to);
  const identified = inside.map(numberOf).filter((number) => number !== null);
  const before = new Set(
    calls.filter((call) => startOf(call) >= lookback && startOf(call) < from).map(numberOf),
  );
  const unique = new Set<string>();
  const repeated = new Set<string>();
  for (const number of identified) (unique.has(number) ? repeated : unique).add(number);
  const returning = new Set([...unique].filter((number) => before.has(number) || repeated.has(number)));
  return {
    total: inside.length,
    identified: identified.length,
    unique,
    returning,
    fresh: new Set([...unique].filter((number) => !returning.has(number))),
  };
}

const isFew = (people: number): boolean => people >= 1 && people <= 4;
const isBelow = ({ unique, fresh, returning }: Mix): boolean =>
  unique.size < 5 || isFew(fresh.size) || isFew(returning.size);

type Group = 'unique' | 'fresh' | 'returning';
const GROUPS: readonly Group[] = ['unique', 'fresh', 'returning'];

/** Whether two mixes differ by 1 to 4 people in any of the groups. */
export const differsByFew = (one: Mix, other: Mix, groups: readonly Group[] = GROUPS): boolean =>
  groups.some((group) => isFew(without(one[group], other[group]) + without(other[group], one[group])));

const without = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((number) => !other.has(number)).length;

function isolatesFew(all: readonly PostedCall[], selection: Selection, first: DateTime, last: DateTime) {
  const project = all.filter((call) => call['project_id'] === selection.project_id);
  const bySolution = [...Map.groupBy(project, (call) => call['solution_id']).entries()];
  const chosen = all.filter((call) => matches(call, selection));
  const mix = mixOf(chosen, first, last);
  const isOfSolution = selection.solution_id !== undefined;
  const others = isOfSolution
    ? [project]
    : bySolution.flatMap(([solution, calls]) => (solution === undefined ? [] : [calls]));
  for (let from = first; from <= last; from = from.plus({ days: 1 })) {
    for (let to = from; to <= last; to = to.plus({ days: 1 })) {
      if (+from === +first && +to === +last) continue;
      for (const calls of [chosen, ...others]) {
        const shorter = mixOf(calls, from, to);
        if (differsByFew(mix, shorter, isBelow(shorter) ? ['unique'] : GROUPS)) return true;
      }
    }
  }
  if (!isOfSolution) return false;
  if (differsByFew(mix, mixOf(project, first, last))) return true;
  return bySolution.some(([, calls]) => isFew(mixOf(calls, first, last).unique.size));
}

/** The expected caller mix of a project in PROJECT_ZONE over whole days. */
export function expectedCallerMix(all: readonly PostedCall[], selection: Selection): object {
  const zone = selection.timezone ?? PROJECT_ZONE;
  const [from, to] = bounds({ ...selection, timezone: zone }).map((at) => DateTime.fromMillis(at, { zone }));
  const last = to!.minus({ days: 1 });
  const chosen = all.filter((call) => matches(call, selection));
  const mix = mixOf(chosen, from!, last);
  const answer = (status: string, reason_code: string, metrics: object | null): object => ({
    status,
    reason_code,
    lookback_days: 30,
    metrics,
  });
  const people = mix.unique.size;
  const metrics = {
    total_calls: mix.total,
    identified_calls: mix.identified,
    unique_callers: people,
    new_callers: mix.fresh.size,
    returning_callers: mix.returning.size,
    new_callers_percent: percent(mix.fresh.size, people),
    returning_callers_percent: percent(mix.returning.size, people),
    avg_calls_per_caller: people === 0 ? 0 : round(mix.identified / people, 2),
  };
  if (mix.total === 0) return answer('available', 'no_calls', metrics);
  if (mix.identified === 0) return answer('unavailable', 'identity_unavailable', null);
  if (zone !== PROJECT_ZONE) return answer('unavailable', 'matching_unavailable', null);
  if (isBelow(mix) || isolatesFew(all, selection, from!, last)) return answer('unavailable', 'below_k', null);
  return answer('available', 'ready', metrics);
}
