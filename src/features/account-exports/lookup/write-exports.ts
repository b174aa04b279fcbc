import { jobKind } from '../../../core/shared/work-kind.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

export interface ExportJob extends Tenant {
  readonly exportId: string;
}

// The schedule sends an export again whose worker fell silent, so the queue need not; its lease only
// has to be longer than any export.
export const WRITE_EXPORT = jobKind<ExportJob>('account-exports.write', {
  retries: 0,
  leaseMs: 6 * 3_600_000,
});

export const DELETE_EXPORT = jobKind<ExportJob>('account-exports.delete', { retries: 0 });
