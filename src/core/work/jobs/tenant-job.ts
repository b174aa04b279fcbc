import { systemContext, type AuthContext, type Tenant } from '../../shared/auth-context.js';
import type { WorkKind } from '../../shared/work-kind.js';
import type { JobHandler } from './job-handler.js';

/**
 * Work that is done by the clock: one job for each tenant that `plan` finds, as the worker in that
 * tenant.
 */
export abstract class TenantJob implements JobHandler<Tenant> {
  abstract readonly kind: WorkKind<Tenant>;
  abstract readonly schedule: string;

  abstract plan(): Promise<readonly Tenant[]>;

  handle(tenant: Tenant): Promise<void> {
    return this.work(systemContext(tenant, 'worker'));
  }

  protected abstract work(auth: AuthContext): Promise<void>;
}
