import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../database/unit-of-work/tenant-columns.js';

/** Which tenant store holds the calls of a (client_id, data_env) pair. */
@Entity('tenant_routes')
@Check('tenant_routes_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantRouteEntity extends TenantColumns {
  /** A key of the TENANT_STORES setting. */
  @Column('text', { name: 'store_id' }) storeId!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** The connection through which people must sign in; no row: in any way (access 4.13). */
@Entity('tenant_required_connections')
@Check('tenant_required_connections_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantRequiredConnectionEntity extends TenantColumns {
  @Column('uuid', { name: 'connection_id' }) connectionId!: string;
  @Column('timestamptz', { name: 'required_at' }) requiredAt!: Date;
  @Column('text', { name: 'required_by' }) requiredBy!: string;
}

/** Addresses from which a tenant may be used; no row: from everywhere (access 8.1). */
@Entity('tenant_ip_allowlist')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantIpAllowlistEntity extends TenantColumns {
  @PrimaryColumn('cidr') network!: string;
  @Column('text', { default: '' }) label!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  /** When the list was last saved; null: before this was recorded, or by an operator. */
  @Column('timestamptz', { name: 'updated_at', nullable: true }) updatedAt!: Date | null;
  @Column('text', { name: 'updated_by', nullable: true }) updatedBy!: string | null;
}
