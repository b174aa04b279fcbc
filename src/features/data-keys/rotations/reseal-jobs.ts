import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** Works on the rotation of a tenant, for less than its lease. */
export const RESEAL = jobKind<Tenant>('data-keys.reseal', { outlivesWorkers: true });
