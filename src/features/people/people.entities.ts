import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { CUSTOMER_ROLES, PARTNER_ROLES, sqlListOf, type PortalRole } from '../../core/shared/roles.js';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** An invitation to a role for a client, by mail (people section 3). */
@Entity('person_invitations')
@Unique('person_invitations_token_key', ['tokenHash'])
@Index('person_invitations_one_open', ['clientId', 'dataEnv', 'emailHash'], {
  unique: true,
  where: '"accepted_at" IS NULL AND "withdrawn_at" IS NULL',
})
@Index('person_invitations_by_person', ['clientId', 'dataEnv', 'acceptedBy'])
@Check('person_invitations_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('person_invitations_role_check', `"role" IN ${sqlListOf([...PARTNER_ROLES, ...CUSTOMER_ROLES])}`)
@Check('person_invitations_mail_status_check', `"mail_status" IN ('pending', 'sent', 'failed')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class PersonInvitationEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'invitation_id' }) invitationId!: string;
  @Column('text') role!: PortalRole;
  /** The organisation of a partner role; null for roles of customers. */
  @Column('text', { name: 'organisation_id', nullable: true })
  @ForeignKey('partner_organisations', 'organisationId')
  organisationId!: string | null;
  @Column('bytea', { name: 'email_sealed' }) emailSealed!: Buffer;
  /** Under the tenant's matching key: an address has at most one open invitation of each kind. */
  @Column('bytea', { name: 'email_hash' }) emailHash!: Buffer;
  /** HMAC-SHA-256 of the token under the server's pepper. */
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  /** The mail's names and token, sealed; null once the mail server has the mail. */
  @Column('bytea', { name: 'mail_sealed', nullable: true }) mailSealed!: Buffer | null;
  @Column('text', { name: 'mail_status', default: 'pending' }) mailStatus!: 'pending' | 'sent' | 'failed';
  /** The number of mails, each with a new token. */
  @Column('integer', { default: 1 }) sends!: number;
  @Column('timestamptz', { name: 'sent_at' }) sentAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'accepted_at', nullable: true }) acceptedAt!: Date | null;
  @Column('uuid', { name: 'accepted_by', nullable: true })
  @ForeignKey('portal_users', 'userId')
  acceptedBy!: string | null;
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true }) withdrawnAt!: Date | null;
  @Column('text', { name: 'withdrawn_by', nullable: true }) withdrawnBy!: string | null;
}
