import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { PlatformError, validationFailed } from '../../core/shared/platform-error.js';
import { MetadataStore } from '../../core/database/metadata/metadata-store.js';
import { Clock } from '../../core/time/clock.js';
import { AUDIT_DECISION_ERRORS } from './audit-decisions.errors.js';
import { contradictions, distinctInOrder, faultsOfBatch, readDecision } from './audit-decisions.policy.js';
import type { Decision } from './audit-decisions.policy.js';
import { RECORD_DECISIONS, RECORDED_DECISIONS } from './audit-decisions.queries.js';
import { AuditDecisionsResponse } from './audit-decisions.response.js';
import type { Reservation } from '../../core/database/unit-of-work/reservation.js';

/** Appends decisions of internal systems about access (privacy section 10). */
@Injectable()
export class AuditDecisionsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a whole batch or nothing.
   * @throws 400 for an invalid decision, 409 for one that contradicts the recorded one with its id
   */
  record(
    auth: AuthContext,
    decisions: readonly Decision[],
    reservation: Reservation | null,
  ): Promise<AuditDecisionsResponse> {
    const now = this.clock.now();
    const batch = decisions.map(readDecision);
    const faults = faultsOfBatch(batch, now);
    if (faults.length > 0) throw validationFailed(...faults);
    const { principal } = auth;
    return this.metadata.transaction(auth, async (tx) => {
      const rows = JSON.stringify(distinctInOrder(batch));
      const added = await tx.query(RECORD_DECISIONS, [rows, now, principal.kind, principal.id]);
      const ids = batch.map(({ decision_id: id }) => id);
      const recorded = await tx.query<{ decision_id: string; content_hash: string }>(RECORDED_DECISIONS, [
        ids,
      ]);
      const fields = contradictions(
        batch,
        new Map(recorded.map(({ decision_id, content_hash }) => [decision_id, content_hash])),
      );
      if (fields.length > 0) throw new PlatformError(AUDIT_DECISION_ERRORS.contradicts, { fields });
      return tx.complete(reservation, { accepted: added.length, unchanged: batch.length - added.length });
    });
  }
}
