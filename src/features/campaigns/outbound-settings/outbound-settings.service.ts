import { Injectable } from '@nestjs/common';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { DEFAULT_HOURS } from '../lookup/busy-numbers.queries.js';
import {
  LOCK_OUTBOUND_SETTINGS,
  OUTBOUND_SETTINGS,
  SAVE_OUTBOUND_SETTINGS,
} from './outbound-settings.queries.js';
import type { OutboundSettingsRequest } from './outbound-settings.request.js';
import type { OutboundSettingsResponse } from './outbound-settings.response.js';

interface SavedSettings {
  readonly hours: number;
  /** 0: the row only serves as a lock, and nothing is saved yet. */
  readonly revision: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** Shows and replaces the settings of a client's outbound calls (campaigns section 12). */
@Injectable()
export class OutboundSettingsService {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 when the store does not answer */
  show(auth: AuthContext): Promise<OutboundSettingsResponse> {
    return this.stores.read(auth, read);
  }

  /**
   * @param ifMatch the header: the etag of the settings that were read
   * @throws 428 without the header, 409 for a stale one, 503
   */
  save(
    auth: AuthContext,
    { hours_between_campaigns: hours }: OutboundSettingsRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<OutboundSettingsResponse> {
    const by = auth.principal.id;
    return this.stores.transaction(auth, async (tx) => {
      const now = this.clock.now();
      await tx.query(LOCK_OUTBOUND_SETTINGS, [DEFAULT_HOURS, now, by]);
      const current = await read(tx);
      requireRead('outbound settings', current.etag, ifMatch);
      await tx.query(SAVE_OUTBOUND_SETTINGS, [hours, now, by]);
      await tx.auditDone(CAMPAIGN_ACTIONS.settingsSaved, {
        hours_between_campaigns: hours,
        previous_hours_between_campaigns: current.hours_between_campaigns,
      });
      const saved = await read(tx);
      return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
    });
  }
}

async function read(db: StoreReader): Promise<OutboundSettingsResponse> {
  const [row] = await db.query<SavedSettings>(OUTBOUND_SETTINGS);
  const saved = row !== undefined && row.revision > 0 ? row : null;
  const hours = saved?.hours ?? DEFAULT_HOURS;
  return {
    hours_between_campaigns: hours,
    source: saved === null ? 'default' : 'saved',
    etag: `r${saved?.revision ?? 0}-${hours}`,
    updated_at_utc: saved?.updatedAt.toISOString() ?? null,
    updated_by: saved?.updatedBy ?? null,
  };
}
