import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import type { PiiAccessRequest } from './pii-access.request.js';
import type { PiiAccessResponse } from './pii-access.response.js';
import { CALL_ACTIONS } from '../calls.audit.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { AuditEvent } from '../../../core/shared/audit-event.js';

/** Records who saw personal data of callers (privacy section 7). */
@Injectable()
export class PiiAccessService {
  constructor(
    private readonly calls: CallLookup,
    private readonly keys: TenantKeys,
    private readonly metadata: MetadataStore,
  ) {}

  /**
   * Records one access, or one attempt if the caller may not see the call.
   * @throws 404 for such a call, 503 if the row cannot be written or a value that must be hashed
   *   cannot be hashed
   */
  async record(
    auth: AuthContext,
    callId: string,
    request: PiiAccessRequest,
    reservation: Reservation | null,
  ): Promise<PiiAccessResponse> {
    const call = await this.calls.find(auth, callId);
    const event: AuditEvent = {
      action: CALL_ACTIONS.piiAccessRecorded,
      outcome: call ? 'success' : 'denied',
      metadata: {
        call_id: call ? call.callId : auditableId(callId),
        access_type: request.access_type,
        accessed_by: await this.pseudonym(auth, request.accessed_by),
        access_context: request.access_context,
      },
    };
    if (!call) {
      await this.metadata.recordAudit(auth, event);
      throw notFound();
    }
    return this.metadata.transaction(auth, async (tx) => {
      await tx.audit(event);
      return tx.complete(reservation, { status: 'success', message: 'The access was recorded.' });
    });
  }

  /** To someone with the tenant's key, a hashed email address still distinguishes people. */
  private async pseudonym(auth: AuthContext, accessedBy: string): Promise<string> {
    const id = auditableId(accessedBy);
    if (id !== null) return id;
    const key = await this.keys.current(auth, 'matching');
    return `hmac:${keyedHash(key, 'accessed-by', accessedBy).toString('hex')}`;
  }
}
