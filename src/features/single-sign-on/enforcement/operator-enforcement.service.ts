import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantRequiredConnectionEntity } from '../../../core/tenancy/tenant.entities.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';

/**
 * Lets people sign in again in every way, by an operator's command (operations 4.15); no route uses
 * this.
 */
@Injectable()
export class OperatorEnforcement {
  constructor(private readonly metadata: MetadataStore) {}

  /** @returns the connection that was required; null: none */
  turnOff(auth: AuthContext): Promise<string | null> {
    return this.metadata.transaction(auth, async (tx) => {
      const rows = tx.repo(TenantRequiredConnectionEntity);
      const before = await rows.findOne({});
      if (!before) return null;
      await rows.delete({});
      await tx.auditDone(SSO_ACTIONS.enforcementChanged, {
        mode: 'off',
        connection_id: null,
        previous_connection_id: before.connectionId,
        people_excluded: 0,
      });
      return before.connectionId;
    });
  }
}
