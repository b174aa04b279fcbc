import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import { CUSTOMER_ROLES, sqlListOf, type PortalRole } from '../../core/shared/roles.js';
import type { ConnectionKind, ConnectionSettings } from './rules/connection-settings.policy.js';
import type { DomainStatus } from './rules/domain.policy.js';

const ENVIRONMENTS = `"data_env" IN ('prod', 'staging', 'dev')`;

/** A client's own directory, with which its people sign in. */
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
  /** The settings with which people sign in; null: none. */
  @Column('jsonb', { nullable: true }) serving!: ConnectionSettings | null;
  @Column('integer', { name: 'serving_version', nullable: true }) servingVersion!: number | null;
  @Column('bytea', { name: 'serving_secret_encrypted', nullable: true })
  servingSecretEncrypted!: Buffer | null;
  /** The result of the last test sign-in, with its claims. */
  @Column('bytea', { name: 'test_encrypted', nullable: true }) testEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'test_ended_at', nullable: true }) testEndedAt!: Date | null;
  @Column('boolean', { name: 'is_disabled' }) isDisabled!: boolean;
  /** The role of people who have no account yet; null: they get none. */
  @Column('text', { name: 'default_role', nullable: true }) defaultRole!: PortalRole | null;
  @Column('text') etag!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** A domain of mail addresses. Several clients may name it, and one of them may verify it. */
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
  /** The connection with which people with its addresses sign in; null: none. */
  @Column('uuid', { name: 'connection_id', nullable: true }) connectionId!: string | null;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt!: Date | null;
  @Column('timestamptz', { name: 'last_found_at', nullable: true }) lastFoundAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
}

/** An account of a directory, linked to a person of the client. */
@Entity('sso_identities')
@Unique('sso_identities_one_of_person', ['clientId', 'dataEnv', 'connectionId', 'userId'])
export class SsoIdentityEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'connection_id' }) connectionId!: string;
  /** The account's subject, under the tenant's matching key. */
  @PrimaryColumn('bytea', { name: 'subject_hash' }) subjectHash!: Buffer;
  @Column('uuid', { name: 'user_id' })
  @ForeignKey('portal_users', 'userId')
  userId!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A sign-in that has started. */
@Entity('sso_sign_ins')
@Index('sso_sign_ins_by_end', ['endsAt'])
export class SsoSignInEntity {
  /** HMAC-SHA-256 of `state`. */
  @PrimaryColumn('bytea', { name: 'state_hash' }) stateHash!: Buffer;
  /** The same for the cookie of the browser in which it began. */
  @Column('bytea', { name: 'browser_hash' }) browserHash!: Buffer;
  @Column('bytea', { name: 'begun_encrypted' }) begunEncrypted!: Buffer;
  /** The verified answer of a directory that sends it by POST. */
  @Column('bytea', { name: 'answer_encrypted', nullable: true }) answerEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}
