import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { PublicHolidays } from '../../campaigns/holidays/public-holidays.service.js';
import { afterOpenTime, type BusinessHours } from '../rules/business-hours.policy.js';
import { SAVED_HOURS } from './open-time.queries.js';

/** Counts the open hours of a client, for other features (business-hours 2.5). */
@Injectable()
export class OpenTime {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly holidays: PublicHolidays,
  ) {}

  /**
   * The instant at which a client has been open for some time since another one; a client that has
   * saved no hours counts as always open.
   * @throws 503
   */
  async after(tenant: Tenant, from: Date, openMs: number): Promise<Date> {
    const [row] = await this.metadata.read(tenant, (db) =>
      db.query<{ hours: BusinessHours | null }>(SAVED_HOURS),
    );
    const hours = row?.hours ?? null;
    if (hours === null) return new Date(from.getTime() + openMs);
    const { holidays_of: subdivision } = hours;
    const isHoliday = (day: number): boolean =>
      subdivision !== null && this.holidays.isHoliday(day, subdivision);
    return new Date(afterOpenTime(hours, from.getTime(), openMs, isHoliday));
  }
}
