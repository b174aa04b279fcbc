import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { MESSAGE_USAGE } from './message-usage.queries.js';

/** What one hour counts, and a name for what it was counted from. */
interface HourOfMessages {
  readonly hour: Date;
  readonly units: number;
  /** Changes with every message that counts, and with nothing else. */
  readonly digest: string;
}

/** What was sent, for those who charge for it. */
@Injectable()
export class MessageUsage {
  constructor(private readonly stores: TenantStores) {}

  /** Hours of UTC in which segments count, from an hour up to another one; hours without any are left out. */
  async hours(auth: AuthContext, from: Date, to: Date): Promise<HourOfMessages[]> {
    const rows = await this.stores.readLong(auth, (db) =>
      db.query<{ hour: Date; units: string; sources: number; digest: string }>(MESSAGE_USAGE, [from, to]),
    );
    return rows.map(({ hour, units, sources, digest }) => ({
      hour,
      units: Number(units),
      digest: `${sources}:${digest}`,
    }));
  }
}
