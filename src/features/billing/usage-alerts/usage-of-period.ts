import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { BillingPeriod } from '../rules/billing-period.policy.js';
import { nextHour, type HourOfUsage } from '../rules/usage-window.policy.js';
import type { MeterId, MeterTerms } from '../rules/charges/usage-charges.policy.js';
import { STORED_UNITS, STORED_UNITS_OF_PROJECTS } from './watching.queries.js';

/** A meter's usage in a period up to now: in total, and of the requested projects. */
export interface UsedUnits {
  readonly terms: MeterTerms;
  readonly total: number;
  readonly projects: ReadonlyMap<string, number>;
}

interface StoredUnits extends UsedUnits {
  readonly openFrom: Date;
}

interface MeterRow {
  readonly meter_id: MeterId;
  readonly metered_from: Date;
  readonly included_units: string;
  readonly unit_rate: string;
  readonly closed_until: Date | null;
  readonly units: string;
}

interface ProjectRow {
  readonly meter_id: MeterId;
  readonly project_id: string;
  readonly units: string;
}

/** Counts the hours of a meter. */
export interface HourSource {
  hours(auth: AuthContext, from: Date, to: Date): Promise<readonly HourOfUsage[]>;
}

/** Reads the stored units of the tenant's active meters. */
export async function readStoredUnits(
  db: StoreReader,
  { start, end }: BillingPeriod,
  projectIds: readonly string[],
): Promise<StoredUnits[]> {
  const meters = await db.query<MeterRow>(STORED_UNITS, [start, end]);
  const projects =
    projectIds.length === 0
      ? []
      : await db.query<ProjectRow>(STORED_UNITS_OF_PROJECTS, [start, end, projectIds]);
  return meters.map((row) => ({
    terms: {
      meterId: row.meter_id,
      includedUnits: Number(row.included_units),
      unitRate: Number(row.unit_rate),
    },
    total: Number(row.units),
    projects: new Map(
      projects.filter((it) => it.meter_id === row.meter_id).map((it) => [it.project_id, Number(it.units)]),
    ),
    openFrom: new Date(Math.max(row.metered_from.getTime(), row.closed_until?.getTime() ?? 0)),
  }));
}

/**
 * Reads stored units, and adds the hours that are not stored yet, including the current one,
 * counted from their sources.
 */
export async function withOpenHours(
  auth: AuthContext,
  stored: StoredUnits,
  source: HourSource,
  { period, now }: { readonly period: BillingPeriod; readonly now: Date },
): Promise<UsedUnits> {
  const to = nextHour(now);
  if (stored.openFrom >= to) return stored;
  const found = await source.hours(auth, stored.openFrom, to);
  let { total } = stored;
  const projects = new Map(stored.projects);
  for (const { hour, units, projects: ofHour } of found) {
    if (hour < period.start || hour >= period.end) continue;
    total += units;
    for (const [id, used] of Object.entries(ofHour)) projects.set(id, (projects.get(id) ?? 0) + used);
  }
  return { terms: stored.terms, total, projects };
}
