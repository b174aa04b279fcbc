import { systemContext, type AuthContext, type Tenant } from '../../shared/auth-context.js';
import type { WorkKind } from '../../shared/work-kind.js';
import type { JobHandler } from './job-handler.js';

/** Scheduled work: one job for each tenant that `plan` finds. */
export abstract class TenantJob implements JobHandler<Tenant> {
  abstract readonly kind: WorkKind<Tenant>;
  abstract readonly schedule: string;

  abstract plan(): Promise<readonly Tenant[]>;

  handle(tenant: Tenant): Promise<void> {
    return this.work(systemContext(tenant, 'worker'));
  }

  protected abstract work(auth: AuthContext): Promise<void>;
}
