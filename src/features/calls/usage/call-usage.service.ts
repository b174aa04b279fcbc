import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CALL_USAGE } from './call-usage.queries.js';

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
  readonly digest: string;
  readonly projects: Readonly<Record<string, number>>;
}

/** The duration of calls, for features that charge for it. */
@Injectable()
export class CallUsage {
  constructor(private readonly stores: TenantStores) {}

  /** UTC hours with charged minutes, within a range of hours. */
  async hours(auth: AuthContext, from: Date, to: Date): Promise<HourOfCalls[]> {
    const rows = await this.stores.read<Row>(auth, { ...CALL_USAGE, values: [from, to] }, { isLong: true });
    return rows.map(({ hour, units, sources, digest, projects }) => ({
      hour,
      units: Number(units),
      digest: `${sources}:${digest}`,
      projects,
    }));
  }
}
