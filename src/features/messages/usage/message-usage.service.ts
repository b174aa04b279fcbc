import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { MESSAGE_FAILURES, MESSAGE_USAGE } from './message-usage.queries.js';

/** Usage of one hour, and a digest of its sources. */
interface HourOfMessages {
  readonly hour: Date;
  readonly units: number;
  /** Changes with every message that counts, and with nothing else. */
  readonly digest: string;
  /** Units by project; they add up to `units`. */
  readonly projects: Readonly<Record<string, number>>;
  readonly messages: number;
  /** Messages sent in the hour that were not delivered, by reason. */
  readonly failed: Readonly<Record<string, number>>;
}

interface Row {
  readonly hour: Date;
  readonly units: string;
  readonly sources: number;
  readonly digest: string;
  readonly projects: Readonly<Record<string, number>>;
}

/** Counts sent messages for billing. */
@Injectable()
export class MessageUsage {
  constructor(private readonly stores: TenantStores) {}

  /** UTC hours with segments or failures, within a range of hours. */
  async hours(auth: AuthContext, from: Date, to: Date): Promise<HourOfMessages[]> {
    const [rows, failures] = await this.stores.read(
      auth,
      async (db) => [
        await db.query<Row>(MESSAGE_USAGE, [from, to]),
        await db.query<{ hour: Date; reasons: Record<string, number> }>(MESSAGE_FAILURES, [from, to]),
      ],
      { isLong: true },
    );
    const hours = new Map<number, HourOfMessages>(
      failures.map(({ hour, reasons }) => [
        hour.getTime(),
        { hour, units: 0, digest: '', projects: {}, messages: 0, failed: reasons },
      ]),
    );
    for (const { hour, units, sources, digest, projects } of rows) {
      hours.set(hour.getTime(), {
        hour,
        units: Number(units),
        digest: `${sources}:${digest}`,
        projects,
        messages: sources,
        failed: hours.get(hour.getTime())?.failed ?? {},
      });
    }
    return [...hours.values()];
  }
}
