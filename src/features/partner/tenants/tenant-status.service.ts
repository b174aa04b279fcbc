import { Injectable } from '@nestjs/common';
import type { AuthContext, DataEnv } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import { LIST_TENANTS, SET_STATUS } from './tenant-status.queries.js';

/** A client in one environment; a client without a route has no environment. */
export interface ListedTenant {
  readonly client_id: string;
  readonly data_env: DataEnv | null;
  readonly status: 'provisioning' | 'active' | 'suspended';
  readonly store_id: string | null;
  readonly business_name: string;
  readonly timezone: string;
  /** The organisations that own the client. */
  readonly owners: readonly string[];
}

/** Clients and whether they are suspended, for operators only (operations 4.12). */
@Injectable()
export class TenantStatus {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly reads: SystemQueries,
    private readonly clock: Clock,
  ) {}

  list(): Promise<readonly ListedTenant[]> {
    return this.reads.query<ListedTenant>(LIST_TENANTS, []);
  }

  /** Refuses the client's keys and people. @returns false if it was already suspended */
  suspend(auth: AuthContext): Promise<boolean> {
    return this.become(auth, 'suspended');
  }

  /**
   * Ends the suspension.
   * @returns false if the client was not suspended
   */
  resume(auth: AuthContext): Promise<boolean> {
    return this.become(auth, 'active');
  }

  private become(auth: AuthContext, status: 'suspended' | 'active'): Promise<boolean> {
    const { tenantSuspended, tenantResumed } = PARTNER_ACTIONS;
    return this.metadata.transaction(auth, async (tx) => {
      const changed = await tx.query(SET_STATUS, [status, this.clock.now()]);
      if (changed.length === 0) return false;
      await tx.auditDone(status === 'suspended' ? tenantSuspended : tenantResumed, {});
      return true;
    });
  }
}
