import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import { CUSTOMER_ROLES, sqlListOf, type PortalRole } from '../../core/shared/roles.js';
import type { ConnectionKind, ConnectionSettings } from './rules/connection-settings.policy.js';
import type { DomainStatus } from './rules/domain.policy.js';

const ENVIRONMENTS = `"data_env" IN ('prod', 'staging', 'dev')`;

/** A client's own directory, through which its people sign in. */
@Entity('sso_connections')
@Unique('sso_connections_id_key', ['connectionId'])
@ForeignKey('clients', ['clientId'], ['clientId'])
@Check('sso_connections_data_env_check', ENVIRONMENTS)
@Check('sso_connections_kind_check', `"kind" IN ('oidc', 'saml')`)
@Check('sso_connections_default_role_check', `"default_role" IN ${sqlListOf(CUSTOMER_ROLES)}`)
export class SsoConnectionEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'connection_id' }) connectionId!: string;
  @Column('text') name!: string;
  @Column('text') kind!: ConnectionKind;
  /** The newest settings. */
  @Column('jsonb') settings!: ConnectionSettings;
  @Column('bytea', { name: 'secret_encrypted', nullable: true }) secretEncrypted!: Buffer | null;
  /** The last characters of the secret. */
  @Column('text', { name: 'secret_preview', nullable: true }) secretPreview!: string | null;
  @Column('integer') version!: number;
  @Column('integer', { name: 'tested_version', nullable: true }) testedVersion!: number | null;
  @Column('timestamptz', { name: 'tested_at', nullable: true }) testedAt!: Date | null;
  /** The settings through which people sign in; null: none. */
  @Column('jsonb', { nullable: true }) serving!: ConnectionSettings | null;
  @Column('integer', { name: 'serving_version', nullable: true }) servingVersion!: number | null;
  @Column('bytea', { name: 'serving_secret_encrypted', nullable: true })
  servingSecretEncrypted!: Buffer | null;
  @Column('boolean', { name: 'is_disabled' }) isDisabled!: boolean;
  /** The role of people who have no account yet; null: they get none. */
  @Column('text', { name: 'default_role', nullable: true }) defaultRole!: PortalRole | null;
  @Column('text') etag!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** A domain of mail addresses. Several clients may name it, and one may prove that it is theirs. */
@Entity('sso_domains')
@Index('sso_domains_one_owner', ['domain'], { unique: true, where: `"status" = 'verified'` })
@Index('sso_domains_by_connection', ['connectionId'])
@ForeignKey('clients', ['clientId'], ['clientId'])
@Check('sso_domains_data_env_check', ENVIRONMENTS)
@Check('sso_domains_status_check', `"status" IN ('pending', 'verified', 'lost')`)
export class SsoDomainEntity extends TenantColumns {
  @PrimaryColumn('text') domain!: string;
  /** Part of the TXT record. */
  @Column('text') token!: string;
  @Column('text') status!: DomainStatus;
  /** The connection to which its addresses lead; null: none. */
  @Column('uuid', { name: 'connection_id', nullable: true }) connectionId!: string | null;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt!: Date | null;
  @Column('timestamptz', { name: 'last_found_at', nullable: true }) lastFoundAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
}
