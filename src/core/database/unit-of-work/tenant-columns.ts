import { PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../shared/auth-context.js';

export abstract class TenantColumns {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @PrimaryColumn('text', { name: 'data_env' }) dataEnv!: DataEnv;
}

export abstract class ProjectColumns extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id' }) projectId!: string;
}
