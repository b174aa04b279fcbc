import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';
import { cutHours } from '../rollup/call-totals.js';
import type { CallMeasures } from '../rollup/measures.js';
import type { Direction } from '../../call-records/rules/call-vocabulary.js';
import { peoplePieces } from './people-groups.policy.js';
import { VERSION_MEASURES, versionUnitsQuery } from './version-figures.queries.js';

/** Sums of calls; amounts and squares cover only calls whose value is known. */
type VersionSums = Readonly<Record<(typeof VERSION_MEASURES)['fields'][number], number>>;

/** The ended calls of one version and direction that started in one unit of time. */
interface SummedUnit {
  readonly version: number;
  readonly direction: Direction;
  /**
   * Whether the runtime did not name the version, so that it is the one published at the call's
   * start.
   */
  readonly isInferred: boolean;
  /** The unit's position among the boundaries. */
  readonly unit: number;
  readonly sums: VersionSums;
}

export interface VersionUnit extends SummedUnit {
  /** Whether callers of these calls may be counted. */
  readonly showsPeople: boolean;
}

/** Calls of two versions, in units of time. */
interface UnitsQuestion {
  readonly projectId: string;
  readonly versions: readonly number[];
  readonly range: DateRange;
  /** Unit i runs from boundary i up to the next one or the end of the range. */
  readonly boundaries: readonly Date[];
}

/** The same, of which people may be counted in groups. */
interface ShownUnitsQuestion extends UnitsQuestion {
  /** The period of each unit: groups of people consist of whole periods. */
  readonly pieces: readonly number[];
  /** The periods at which groups of people start, ascending from 0. */
  readonly breaks: readonly number[];
  /** The first unit that is shown. */
  readonly firstShown: number;
}

/** Calls of a version that went wrong, for the rules of staged releases. */
export interface VersionTroubles {
  readonly calls: number;
  readonly failed: number;
  readonly escalated: number;
  readonly abandoned: number;
}

type Row = Pick<CallMeasures, (typeof VERSION_MEASURES)['fields'][number]> & {
  readonly version_number: number;
  readonly direction: Direction;
  readonly is_inferred: boolean;
  readonly unit: number;
};

/** Ingest accepts no later starts (calls-ingest 2.5). */
const AFTER_ALL_CALLS = new Date('2101-01-01T00:00:00Z');

/** Results of calls for each version of a project. */
@Injectable()
export class CallVersionFigures {
  constructor(private readonly stores: TenantStores) {}

  /** Sums of calls that have ended, by version and unit of time, in the order of units. */
  async shownUnits(auth: AuthContext, question: ShownUnitsQuestion): Promise<VersionUnit[]> {
    return withPeople(await this.units(auth, question), question);
  }

  /** The same for units of which nothing is shown. */
  async units(auth: AuthContext, question: UnitsQuestion): Promise<SummedUnit[]> {
    const { projectId, versions, range, boundaries } = question;
    const filter = { range, projects: [projectId], solutionId: null, version: null, conditions: {} };
    const cut = cutHours([...boundaries, range.to]);
    const query = versionUnitsQuery(filter, versions, boundaries, cut);
    return (await this.stores.read<Row>(auth, query, { isLong: true })).map(unitOf);
  }

  /** Calls of a version that have ended since an instant. */
  async troubles(
    auth: AuthContext,
    projectId: string,
    version: number,
    since: Date,
  ): Promise<VersionTroubles> {
    const range = { from: since, to: AFTER_ALL_CALLS, timezone: 'UTC', wholeLocalDays: false };
    const units = await this.units(auth, { projectId, versions: [version], range, boundaries: [since] });
    const sum = (name: keyof VersionSums): number => units.reduce((of, { sums }) => of + sums[name], 0);
    return {
      calls: sum('total_calls'),
      failed: sum('failed_calls'),
      escalated: sum('human_escalation_count'),
      abandoned: sum('outcome_abandoned'),
    };
  }
}

const unitOf = ({
  version_number: version,
  direction,
  is_inferred: isInferred,
  unit,
  ...sums
}: Row): SummedUnit => ({
  version,
  direction,
  isInferred,
  unit: unit - 1,
  sums: Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, Number(value ?? 0)]),
  ) as VersionSums,
});

function withPeople(
  units: readonly SummedUnit[],
  { pieces, breaks, firstShown }: ShownUnitsQuestion,
): VersionUnit[] {
  const streams = Map.groupBy(units, (it) => `${it.version} ${it.direction} ${it.isInferred}`);
  return [...streams.values()].flatMap((stream) => {
    const calls = new Map<number, number>();
    for (const { unit, sums } of stream)
      calls.set(pieces[unit]!, (calls.get(pieces[unit]!) ?? 0) + sums.total_calls);
    const shown = peoplePieces(calls, breaks, pieces[firstShown] ?? 0);
    return stream.map((it) => ({ ...it, showsPeople: shown.has(pieces[it.unit]!) }));
  });
}
