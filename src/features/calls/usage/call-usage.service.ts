import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CALL_USAGE } from './call-usage.queries.js';

/** The longest call that counts (billing 14.2). */
const LONGEST_MS = 2 * DAY_MS;

/**
 * Calls counted by one statement, by their start: enough for a client with a million a day, within
 * the deadline.
 */
const PIECE_MS = DAY_MS;

/** Usage of one hour, and a digest of its sources. */
interface HourOfCalls {
  readonly hour: Date;
  readonly units: number;
  /** Changes with every call that counts, and with nothing else. */
  readonly digest: string;
  /** Units by project; they add up to `units`. */
  readonly projects: Readonly<Record<string, number>>;
}

interface Row {
  readonly hour: Date;
  readonly units: string;
  readonly sources: number;
  /** The sum of a hash of each call: independent of how the calls are divided into reads. */
  readonly names: string;
  readonly projects: Readonly<Record<string, number>>;
}

interface Sum {
  units: number;
  sources: number;
  names: bigint;
  readonly projects: Record<string, number>;
}

/** The duration of calls, for features that charge for it. */
@Injectable()
export class CallUsage {
  constructor(private readonly stores: TenantStores) {}

  /** UTC hours with charged minutes, within a range of hours. */
  async hours(auth: AuthContext, from: Date, to: Date): Promise<HourOfCalls[]> {
    const sums = new Map<number, Sum>();
    for (let start = from.getTime() - LONGEST_MS; start < to.getTime(); start += PIECE_MS) {
      const end = Math.min(start + PIECE_MS, to.getTime());
      const values = [from, to, new Date(start), new Date(end)];
      const rows = await this.stores.read<Row>(auth, { ...CALL_USAGE, values }, { isLong: true });
      for (const row of rows) add(sums, row);
    }
    return [...sums]
      .toSorted(([one], [other]) => one - other)
      .map(([hour, { units, sources, names, projects }]) => ({
        hour: new Date(hour),
        units,
        digest: `${sources}:${hash('sha256', String(names))}`,
        projects,
      }));
  }
}

function add(sums: Map<number, Sum>, row: Row): void {
  const sum = sums.get(row.hour.getTime()) ?? { units: 0, sources: 0, names: 0n, projects: {} };
  sums.set(row.hour.getTime(), sum);
  sum.units += Number(row.units);
  sum.sources += row.sources;
  sum.names += BigInt(row.names);
  for (const [project, units] of Object.entries(row.projects))
    sum.projects[project] = (sum.projects[project] ?? 0) + units;
}
