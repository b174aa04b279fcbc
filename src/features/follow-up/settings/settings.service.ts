import { Injectable } from '@nestjs/common';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { FOLLOW_UP_ACTIONS } from '../follow-up.audit.js';
import { followUpEtag } from '../rules/follow-up.policy.js';
import { FOLLOW_UP_SETTINGS, SAVE_FOLLOW_UP_SETTINGS } from './settings.queries.js';
import type { FollowUpSettingsRequest } from './settings.request.js';
import type { FollowUpSettingsResponse } from './settings.response.js';

interface SettingsRow extends FollowUpSettingsRequest {
  readonly revision: number;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** Shows and replaces which calls get a follow-up automatically (follow-up section 4). */
@Injectable()
export class FollowUpSettingsService {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 when the store does not answer */
  async show(auth: AuthContext): Promise<FollowUpSettingsResponse> {
    const [row] = await this.stores.read<SettingsRow>(auth, { ...FOLLOW_UP_SETTINGS, values: [] });
    return toSettings(row);
  }

  /** @throws 428 without If-Match, 400 for a stale one, 503 */
  save(
    auth: AuthContext,
    { missed_inbound: missed, upset_callers: upset }: FollowUpSettingsRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<FollowUpSettingsResponse> {
    return this.stores.transaction(auth, async (tx) => {
      const [present] = await tx.query<SettingsRow>(FOLLOW_UP_SETTINGS);
      const revision = present?.revision ?? 0;
      requireSettingsRead('settings', followUpEtag(revision), ifMatch);
      const values = [revision, missed, upset, this.clock.now(), auth.principal.id];
      const [row] = await tx.query<SettingsRow>(SAVE_FOLLOW_UP_SETTINGS, values);
      if (!row) throw new PlatformError(CATALOGUE.staleSettings);
      const saved = toSettings(row);
      await tx.auditDone(FOLLOW_UP_ACTIONS.settingsSaved, {
        missed_inbound: missed,
        upset_callers: upset,
        etag: saved.etag,
        previous_etag: followUpEtag(revision),
      });
      return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
    });
  }
}

const toSettings = (row: SettingsRow | undefined): FollowUpSettingsResponse => ({
  missed_inbound: row?.missed_inbound ?? false,
  upset_callers: row?.upset_callers ?? false,
  source: row ? 'saved' : 'default',
  etag: followUpEtag(row?.revision ?? 0),
  updated_at_utc: row?.updated_at.toISOString() ?? null,
  updated_by: row?.updated_by ?? null,
});
