import { PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../shared/auth-context.js';

/** The first columns of the key of a tenant's row. */
export abstract class TenantColumns {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @PrimaryColumn('text', { name: 'data_env' }) dataEnv!: DataEnv;
}

/** The first columns of the key of a row of a tenant's project. */
export abstract class ProjectColumns extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id' }) projectId!: string;
}
