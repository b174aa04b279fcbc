import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { DataEnv } from '../../shared/auth-context.js';
import { ClientEntity } from '../client.entity.js';
import { PartnerOrganisationEntity } from '../partner.entities.js';
import type { Scope } from '../../shared/roles.js';

/** An API key as stored: a prefix to find it and an HMAC to verify it, never the secret. */
@Entity('api_keys')
@Unique('api_keys_prefix_key', ['keyPrefix'])
@Index('api_keys_by_tenant', ['clientId', 'dataEnv'])
@Check('api_keys_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
export class ApiKeyEntity {
  @PrimaryColumn('uuid', { name: 'key_id', default: () => 'uuidv7()' }) keyId!: string;
  @Column('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text') scope!: Scope;
  @Column('text', { name: 'key_prefix' }) keyPrefix!: string;
  /** HMAC-SHA-256 of the whole key text under the server's pepper. */
  @Column('bytea', { name: 'secret_hash' }) secretHash!: Buffer;
  /** The pepper of the hash; null until the key's next use if it was not recorded. */
  @Column('text', { name: 'pepper_id', nullable: true }) pepperId!: string | null;
  @Column('text', { name: 'last_four' }) lastFour!: string;
  @Column('text') description!: string;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
  @Column('text', { name: 'revoked_by', nullable: true }) revokedBy!: string | null;
  @Column('uuid', { name: 'rotated_from_key_id', nullable: true }) rotatedFromKeyId!: string | null;
  @Column('uuid', { name: 'replaced_by_key_id', nullable: true }) replacedByKeyId!: string | null;
  /** Until when a rotated key still works. */
  @Column('timestamptz', { name: 'grace_expires_at', nullable: true }) graceExpiresAt!: Date | null;
  /** Up to five minutes old; see ApiKeyUsage. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  /**
   * The partner organisation to which it belongs; null for other scopes, and for a partner's key
   * without an owner.
   */
  @Column('text', { name: 'organisation_id', nullable: true })
  @ForeignKey(() => PartnerOrganisationEntity, 'organisationId')
  organisationId!: string | null;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  /** When and by whom it was rotated, revoked or handed over last; null: never. */
  @Column('timestamptz', { name: 'updated_at', nullable: true }) updatedAt!: Date | null;
  @Column('text', { name: 'updated_by', nullable: true }) updatedBy!: string | null;
}
