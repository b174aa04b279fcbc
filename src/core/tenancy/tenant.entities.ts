import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../kernel/auth-context.js';

/** Which tenant store holds the calls of a (client_id, data_env) pair. */
@Entity('tenant_routes')
@Check('tenant_routes_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
export class TenantRouteEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  /** A key of the TENANT_STORES setting. */
  @Column('text', { name: 'store_id' })
  storeId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** Addresses from which a tenant may be used; no row: from everywhere (access 8.1). */
@Entity('tenant_ip_allowlist')
export class TenantIpAllowlistEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('cidr')
  network!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
