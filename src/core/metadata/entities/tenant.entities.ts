import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { DataEnv } from '../../kernel/auth-context.js';
import { ClientEntity } from './client.entity.js';

/** Which tenant store holds the calls of a (client_id, data_env) pair. */
@Entity('tenant_routes')
@Check('tenant_routes_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
export class TenantRouteEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
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
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('cidr')
  network!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** A tenant's data key, wrapped by the key provider; the newest of a purpose seals, older ones still open. */
@Entity('tenant_data_keys')
@Check('tenant_data_keys_purpose_check', `"purpose" IN ('encryption', 'matching')`)
export class TenantDataKeyEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text')
  purpose!: 'encryption' | 'matching';

  /** Counts from 1 per purpose, so that two processes that both make the first key collide. */
  @PrimaryColumn('integer')
  generation!: number;

  @Column('text', { name: 'key_id' })
  keyId!: string;

  @Column('bytea', { name: 'wrapped_key' })
  wrappedKey!: Buffer;

  @Column('text', { name: 'provider_id' })
  providerId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** What a tenant settles about its API keys; no row: nothing. */
@Entity('tenant_key_settings')
@Check('tenant_key_settings_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('tenant_key_settings_longest_lifetime_check', `"longest_lifetime_days" BETWEEN 1 AND 1825`)
export class TenantKeySettingsEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  /** Days from a key's making to its end at the latest; null: no limit. */
  @Column('integer', { name: 'longest_lifetime_days', nullable: true })
  longestLifetimeDays!: number | null;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;

  /** Who set it: an operator's process. */
  @Column('text', { name: 'updated_by' })
  updatedBy!: string;
}
