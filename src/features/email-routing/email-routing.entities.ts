import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { AddressStatus, MailLanguage, NoticeStatus } from './rules/address-words.js';
import type { Delivery } from './rules/sending-time.policy.js';
import type { Topic } from './rules/topics.policy.js';

/** An address to which the platform mails notices, and their topics (email-routing 1.2). */
@Entity('email_addresses')
@Unique('email_addresses_token_key', ['tokenHash'])
@Unique('email_addresses_unsubscribe_key', ['unsubscribeHash'])
@Index('email_addresses_of_customer', ['clientId', 'dataEnv', 'emailHash'], {
  unique: true,
  where: '"organisation_id" IS NULL',
})
@Index('email_addresses_of_partner', ['clientId', 'dataEnv', 'organisationId', 'emailHash'], {
  unique: true,
  where: '"organisation_id" IS NOT NULL',
})
@Index('email_addresses_by_email', ['emailHash'])
@Check('email_addresses_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('email_addresses_language_check', `"language" IN ('en', 'de')`)
@Check('email_addresses_status_check', `"status" IN ('pending', 'verified', 'bounced', 'removed')`)
@Check('email_addresses_mail_status_check', `"mail_status" IN ('pending', 'sent', 'failed')`)
@Check('email_addresses_delivery_check', `"delivery" IN ('immediate', 'daily')`)
@Check('email_addresses_quiet_check', `("quiet_from" IS NULL) = ("quiet_until" IS NULL)`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class EmailAddressEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'address_id' }) addressId!: string;
  /** The partner organisation to which it belongs; null for an address of the customer. */
  @Column('text', { name: 'organisation_id', nullable: true })
  @ForeignKey('partner_organisations', 'organisationId')
  organisationId!: string | null;
  @Column('bytea', { name: 'email_sealed' }) emailSealed!: Buffer;
  /** Under a key of the deployment, because a bounce names only an address and no client. */
  @Column('bytea', { name: 'email_hash' }) emailHash!: Buffer;
  @Column('text') label!: string;
  @Column('text') language!: MailLanguage;
  @Column('text', { array: true }) topics!: Topic[];
  @Column('text', { default: 'pending' }) status!: AddressStatus;
  /** HMAC-SHA-256 of the token in the mail that asks for verification; null once it is used. */
  @Column('bytea', { name: 'token_hash', nullable: true }) tokenHash!: Buffer | null;
  @Column('timestamptz', { name: 'token_expires_at', nullable: true }) tokenExpiresAt!: Date | null;
  @Column('bytea', { name: 'unsubscribe_hash' }) unsubscribeHash!: Buffer;
  /** The token to unsubscribe, sealed when the pepper changed; null while it can be derived. */
  @Column('bytea', { name: 'unsubscribe_sealed', nullable: true }) unsubscribeSealed!: Buffer | null;
  /** The contents of the verification mail, sealed: the token and the client's name. Null once sent. */
  @Column('bytea', { name: 'mail_sealed', nullable: true }) mailSealed!: Buffer | null;
  @Column('text', { name: 'mail_status', default: 'pending' }) mailStatus!: 'pending' | 'sent' | 'failed';
  /** How often verification was requested; each mail has its own token. */
  @Column('integer', { default: 1 }) sends!: number;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt!: Date | null;
  /** When it bounced or was unsubscribed. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('text', { default: 'immediate' }) delivery!: Delivery;
  /** The time of its daily mail, and its quiet hours, by the clock of its zone: HH:MM. */
  @Column('text', { name: 'digest_at', default: '08:00' }) digestAt!: string;
  @Column('text', { name: 'quiet_from', nullable: true }) quietFrom!: string | null;
  @Column('text', { name: 'quiet_until', nullable: true }) quietUntil!: string | null;
  @Column('text', { default: 'UTC' }) timezone!: string;
}

/** A notice to one address: its kind, subject and period go to each address once (email-routing 6.1). */
@Entity('notices')
@Unique('notices_once_key', ['clientId', 'dataEnv', 'addressId', 'kind', 'subject', 'period'])
@Check('notices_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('notices_status_check', `"status" IN ('waiting', 'sent', 'failed', 'dropped')`)
@Index('notices_waiting', ['clientId', 'dataEnv', 'addressId'], { where: `"status" = 'waiting'` })
@ForeignKey('clients', ['clientId'], ['clientId'])
@ForeignKey(
  () => EmailAddressEntity,
  ['clientId', 'dataEnv', 'addressId'],
  ['clientId', 'dataEnv', 'addressId'],
  { onDelete: 'CASCADE' },
)
export class NoticeEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'notice_id' }) noticeId!: string;
  @Column('text') kind!: string;
  @Column('text') subject!: string;
  @Column('text') period!: string;
  @Column('uuid', { name: 'address_id' }) addressId!: string;
  /** The facts from which its kind creates its text. */
  @Column('jsonb') facts!: object;
  @Column('text', { default: 'waiting' }) status!: NoticeStatus;
  /** Why it failed, was dropped, or waits. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** The number of attempts to send its mail. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** The time until which it waits, chosen for its address. */
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt!: Date | null;
  /** The notice whose mail also contains this one. */
  @Column('uuid', { name: 'sent_with', nullable: true }) sentWith!: string | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}

/** A notice as the people of the client see it: one of each kind, subject and period (email-routing 7.1). */
@Entity('notice_entries')
@Unique('notice_entries_once_key', ['clientId', 'dataEnv', 'kind', 'subject', 'period'])
@Index('notice_entries_by_time', ['clientId', 'dataEnv', 'createdAt', 'noticeId'])
@Check('notice_entries_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class NoticeEntryEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'notice_id' }) noticeId!: string;
  @Column('text') kind!: string;
  @Column('text') subject!: string;
  @Column('text') period!: string;
  @Column('text') topic!: Topic;
  @Column('jsonb') facts!: object;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** The time up to which a person has read the notices of a client (email-routing 7.5). */
@Entity('notice_marks')
@Check('notice_marks_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class NoticeMarkEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'person_id' }) personId!: string;
  @Column('timestamptz', { name: 'read_up_to' }) readUpTo!: Date;
}
