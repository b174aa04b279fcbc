import { Injectable } from '@nestjs/common';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { SECOND_FACTOR_ACTIONS } from '../second-factors.audit.js';
import { MfaPolicies, policyOf, type MfaPolicyRow } from '../lookup/mfa-policies.service.js';
import { LOCK_MFA_POLICY, MFA_POLICY, SAVE_MFA_POLICY } from '../lookup/mfa-policy.queries.js';
import type { MfaPolicyRequest } from './mfa-policy.request.js';
import type { MfaPolicyResponse } from './mfa-policy.response.js';

/** A client's policy about second factors (second-factors section 3). */
@Injectable()
export class MfaPolicyService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly policies: MfaPolicies,
    private readonly clock: Clock,
  ) {}

  show(auth: AuthContext): Promise<MfaPolicyResponse> {
    return this.metadata.read(auth, read);
  }

  /** @throws 428 without If-Match, 400 for a stale one */
  async save(
    auth: AuthContext,
    request: MfaPolicyRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<MfaPolicyResponse> {
    const saved = await this.metadata.transaction(auth, async (tx) => {
      await tx.query(LOCK_MFA_POLICY);
      requireSettingsRead('policy', (await read(tx)).etag, ifMatch);
      const { required_roles: roles, kinds, step_up_for: stepUpFor, step_up_minutes: minutes } = request;
      const values = [roles, kinds, stepUpFor, minutes, this.clock.now(), auth.principal.id];
      const [row] = await tx.query<MfaPolicyRow>(SAVE_MFA_POLICY, values);
      const answer = answerOf(row);
      await tx.auditDone(SECOND_FACTOR_ACTIONS.policySaved, {
        required_roles: roles.join(' '),
        kinds: kinds.join(' '),
        step_up_for: stepUpFor.join(' '),
        step_up_minutes: minutes,
      });
      return tx.complete(reservation, answer, { ETag: quotedEtag(answer.etag) });
    });
    await this.policies.renew(auth);
    return saved;
  }
}

async function read(db: StoreReader): Promise<MfaPolicyResponse> {
  const [row] = await db.query<MfaPolicyRow>(MFA_POLICY);
  return answerOf(row);
}

function answerOf(row: MfaPolicyRow | undefined): MfaPolicyResponse {
  const { requiredRoles, kinds, stepUpFor, stepUpMinutes } = policyOf(row);
  return {
    required_roles: [...requiredRoles],
    kinds: [...kinds],
    step_up_for: [...stepUpFor],
    step_up_minutes: stepUpMinutes,
    etag: row ? String(row.revision) : 'default',
    updated_at_utc: row?.updated_at.toISOString() ?? null,
    updated_by: row?.updated_by ?? null,
  };
}
