import { Injectable } from '@nestjs/common';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, validationFailed } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { PublicHolidays } from '../../campaigns/holidays/public-holidays.service.js';
import { BUSINESS_HOURS_ACTIONS } from '../business-hours.audit.js';
import { defaultHours, faultsOfHours, hoursEtag, openState } from '../rules/business-hours.policy.js';
import type { BusinessHours } from '../rules/business-hours.policy.js';
import { BUSINESS_HOURS, LOCK_BUSINESS_HOURS, SAVE_BUSINESS_HOURS } from './hours.queries.js';
import { BusinessHoursResponse } from './hours.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

interface StoredHours {
  readonly client_timezone: string;
  readonly hours: BusinessHours | null;
  readonly revision: number;
  readonly updated_at: Date | null;
  readonly updated_by: string | null;
}

/** Shows and replaces the opening hours of a client (business-hours sections 1 to 3). */
@Injectable()
export class BusinessHoursService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly holidays: PublicHolidays,
    private readonly clock: Clock,
  ) {}

  /** The current hours; a client that has never saved any has none. */
  show(auth: AuthContext): Promise<BusinessHoursResponse> {
    return this.metadata.read(auth, (db) => this.read(db));
  }

  /**
   * Replaces all of the hours.
   * @param ifMatch the header: the etag of the hours that were read
   * @throws 400 for hours that are not valid, 428 without the header, 400 for a stale one
   */
  save(
    auth: AuthContext,
    hours: BusinessHours,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<BusinessHoursResponse> {
    const faults = faultsOfHours(hours, this.holidays.subdivisions);
    if (faults.length > 0) throw validationFailed(...faults);
    const by = auth.principal.id;
    const now = this.clock.now();
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_BUSINESS_HOURS, [now, by]);
        const current = await this.read(tx);
        requireSettingsRead('hours', current.etag, ifMatch);
        await tx.query(SAVE_BUSINESS_HOURS, [JSON.stringify(hours), now, by]);
        const saved = await this.read(tx);
        await tx.auditDone(BUSINESS_HOURS_ACTIONS.saved, {
          timezone: saved.timezone,
          holidays_of: saved.holidays_of,
          exceptions: saved.exceptions.length,
          etag: saved.etag,
          previous_etag: current.etag,
        });
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'business hours' },
    );
  }

  private async read(db: StoreReader): Promise<BusinessHoursResponse> {
    const [row] = await db.query<StoredHours>(BUSINESS_HOURS);
    if (!row) throw notFound();
    const isSaved = row.hours !== null;
    const hours = row.hours ?? defaultHours(row.client_timezone);
    const { timezone, weekly, exceptions, holidays_of: holidaysOf } = hours;
    const state = openState(hours, this.clock.now().getTime(), (day) =>
      holidaysOf === null ? false : this.holidays.isHoliday(day, holidaysOf),
    );
    return {
      timezone,
      weekly: weekly.map(({ day, intervals }) => ({ day, intervals: [...intervals] })),
      exceptions: exceptions.map(({ date, intervals }) => ({ date, intervals: [...intervals] })),
      holidays_of: holidaysOf,
      source: isSaved ? 'saved' : 'default',
      etag: hoursEtag(row.revision, hours),
      open_now: isSaved ? state.isOpen : null,
      next_change_at_utc: state.changesAt === null ? null : new Date(state.changesAt).toISOString(),
      updated_at_utc: isSaved ? (row.updated_at?.toISOString() ?? null) : null,
      updated_by: isSaved ? row.updated_by : null,
    };
  }
}
