import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { PRIVACY_ACTIONS } from '../privacy.audit.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import { governanceEtag, NOTHING_SETTLED, type TenantGovernance } from './governance.policy.js';
import { LOCK_TENANT_GOVERNANCE, SAVE_TENANT_GOVERNANCE, TENANT_GOVERNANCE } from './governance.queries.js';
import type { TenantGovernanceResponse } from './governance.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

interface StoredGovernance {
  readonly audio_retention: TenantGovernance['audioRetention'];
  readonly secondary_reuse: TenantGovernance['secondaryReuse'];
  readonly transcript_retention_days: number | null;
  readonly revision: number;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/**
 * Shows and replaces a tenant's settings for recordings and transcripts (privacy 5.7 to 5.10). A
 * change takes effect from the next request on.
 */
@Injectable()
export class TenantGovernanceService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** The current governance; one that was never saved has no rules. */
  show(auth: AuthContext): Promise<TenantGovernanceResponse> {
    return this.metadata.read(auth, (db) => read(db, auth));
  }

  /**
   * Replaces the whole governance.
   * @param ifMatch the header: the etag of the governance that was read
   * @throws 428 without it, 400 for a stale one
   */
  save(
    auth: AuthContext,
    { audioRetention, secondaryReuse, transcriptRetentionDays }: TenantGovernance,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<TenantGovernanceResponse> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_TENANT_GOVERNANCE);
        const before = await read(tx, auth);
        requireSettingsRead('governance', before.etag, ifMatch);
        await tx.query(SAVE_TENANT_GOVERNANCE, [
          audioRetention,
          secondaryReuse,
          transcriptRetentionDays,
          this.clock.now(),
          auth.principal.id,
        ]);
        const saved = await read(tx, auth);
        await tx.auditDone(PRIVACY_ACTIONS.governanceSaved, {
          ...auditedOf(saved, ''),
          ...auditedOf(before, 'previous_'),
        });
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'tenant governance' },
    );
  }
}

async function read(db: StoreReader, { clientId, dataEnv }: AuthContext): Promise<TenantGovernanceResponse> {
  const [row] = await db.query<StoredGovernance>(TENANT_GOVERNANCE);
  const governance = row
    ? {
        audioRetention: row.audio_retention,
        secondaryReuse: row.secondary_reuse,
        transcriptRetentionDays: row.transcript_retention_days,
      }
    : NOTHING_SETTLED;
  return {
    client_id: clientId,
    data_env: dataEnv,
    source: row ? 'saved' : 'default',
    etag: governanceEtag(row?.revision ?? 0, governance),
    audio_retention: governance.audioRetention,
    secondary_reuse: governance.secondaryReuse,
    transcript_retention_days: governance.transcriptRetentionDays,
    updated_at_utc: row?.updated_at.toISOString() ?? null,
    updated_by: row?.updated_by ?? null,
  };
}

const auditedOf = (it: TenantGovernanceResponse, prefix: string): Record<string, string | number | null> => ({
  [`${prefix}audio_retention`]: it.audio_retention,
  [`${prefix}secondary_reuse`]: it.secondary_reuse,
  [`${prefix}transcript_retention_days`]: it.transcript_retention_days,
  [`${prefix}etag`]: it.etag,
});
