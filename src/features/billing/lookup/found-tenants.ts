import type { DataEnv, Tenant } from '../../../core/kernel/auth-context.js';

/** A tenant as statements across all of them find it. */
export interface FoundTenant {
  readonly client_id: string;
  readonly data_env: DataEnv;
}

/** Those for which a job is to be sent. */
export const tenantsOf = (rows: readonly FoundTenant[]): Tenant[] =>
  rows.map((row) => ({ clientId: row.client_id, dataEnv: row.data_env }));
