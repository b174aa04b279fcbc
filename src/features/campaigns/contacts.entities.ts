import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A person to call, and the basis for calling them; the number is sealed. */
@Entity('campaign_contacts')
export class CampaignContactEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'campaign_id' }) campaignId!: string;
  @PrimaryColumn('uuid', { name: 'contact_id', default: () => 'uuidv7()' }) contactId!: string;
  @Column({ type: 'text', name: 'external_contact_id', collation: 'C', nullable: true }) externalContactId!:
    string | null;
  @Column('bytea', { name: 'phone_hash' }) phoneHash!: Buffer;
  @Column('text', { name: 'phone_hash_key_id' }) phoneHashKeyId!: string;
  @Column('bytea', { name: 'phone_encrypted' }) phoneEncrypted!: Buffer;
  @Column('text', { name: 'masked_phone' }) maskedPhone!: string;
  @Column('text', { default: 'pending' }) status!: string;
  @Column('boolean', { name: 'is_callable' }) isCallable!: boolean;
  @Column('text', { name: 'not_callable_reason', nullable: true }) notCallableReason!: string | null;
  /** Whether another contact already had the number: a campaign calls each number once. */
  @Column('boolean', { name: 'repeats_number', default: false }) repeatsNumber!: boolean;
  @Column('text', { name: 'call_type', nullable: true }) callType!: string | null;
  @Column('integer', { name: 'priority_override', nullable: true }) priorityOverride!: number | null;
  @Column('integer', { name: 'max_attempts', nullable: true }) maxAttempts!: number | null;
  @Column('text', { name: 'recipient_timezone', nullable: true }) recipientTimezone!: string | null;
  @Column('text', { name: 'recipient_country', nullable: true }) recipientCountry!: string | null;
  @Column('text', { name: 'recipient_subdivision', nullable: true }) recipientSubdivision!: string | null;
  @Column('text', { name: 'registry_status', nullable: true }) registryStatus!: string | null;
  @Column({ type: 'timestamptz', name: 'registry_checked_at', precision: 3, nullable: true })
  registryCheckedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'registry_valid_until', precision: 3, nullable: true })
  registryValidUntil!: Date | null;
  @Column('text', { name: 'registry_result_code', nullable: true }) registryResultCode!: string | null;
  @Column('text', { name: 'registry_vendor', nullable: true }) registryVendor!: string | null;
  @Column('text', { name: 'registry_ruleset_id', nullable: true }) registryRulesetId!: string | null;
  @Column('uuid', { name: 'registry_wash_record_id', nullable: true }) registryWashRecordId!: string | null;
  @Column('text', { name: 'consent_type', nullable: true }) consentType!: string | null;
  @Column('text', { name: 'consent_source', nullable: true }) consentSource!: string | null;
  @Column({ type: 'timestamptz', name: 'consent_given_at', precision: 3, nullable: true })
  consentGivenAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'consent_expires_at', precision: 3, nullable: true })
  consentExpiresAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'consent_withdrawn_at', precision: 3, nullable: true })
  consentWithdrawnAt!: Date | null;
  @Column('bytea', { name: 'consent_evidence_encrypted', nullable: true })
  consentEvidenceEncrypted!: Buffer | null;
  @Column('text', { name: 'exemption_type', nullable: true }) exemptionType!: string | null;
  @Column('boolean', { name: 'exemption_verified', nullable: true }) exemptionVerified!: boolean | null;
  @Column('bytea', { name: 'personalization_encrypted', nullable: true })
  personalizationEncrypted!: Buffer | null;
  @Column('bytea', { name: 'personalization_hash', nullable: true }) personalizationHash!: Buffer | null;
  @Column('integer', { name: 'attempt_count', default: 0 }) attemptCount!: number;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, insert: false, update: false, nullable: true })
  dueAt!: Date | null;
  @Column({ type: 'integer', name: 'dial_priority', insert: false, update: false, nullable: true })
  dialPriority!: number | null;
  @Column({ type: 'timestamptz', name: 'last_attempt_at', precision: 3, nullable: true })
  lastAttemptAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3, nullable: true })
  nextAttemptAt!: Date | null;
  @Column('text', { name: 'last_disposition', nullable: true }) lastDisposition!: string | null;
  @Column('text', { name: 'last_call_id', nullable: true }) lastCallId!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

/** A client's decisions about all of its outbound calls. A writer locks the row until it commits. */
@Entity('outbound_settings')
export class OutboundSettingsEntity extends TenantColumns {
  @Column('integer', { name: 'hours_between_campaigns' }) hoursBetweenCampaigns!: number;
  /** 0: the row only serves as a lock, and nothing is saved yet. */
  @Column('integer', { default: 0 }) revision!: number;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** Evidence that the numbers of a campaign were checked against a register. */
@Entity('registry_wash_records')
export class RegistryWashRecordEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'registry_wash_record_id', default: () => 'uuidv7()' })
  registryWashRecordId!: string;
  @Column('uuid', { name: 'campaign_id' }) campaignId!: string;
  @Column('text') jurisdiction!: string;
  @Column('text', { name: 'registry_type' }) registryType!: string;
  @Column('text', { nullable: true }) vendor!: string | null;
  @Column('text', { name: 'ruleset_id', nullable: true }) rulesetId!: string | null;
  @Column('text', { name: 'transaction_id', nullable: true }) transactionId!: string | null;
  @Column('text', { name: 'wash_file_name', nullable: true }) washFileName!: string | null;
  @Column('text', { name: 'receipt_reference', nullable: true }) receiptReference!: string | null;
  @Column('text', { name: 'wash_channel' }) washChannel!: string;
  @Column('integer', { name: 'numbers_submitted' }) numbersSubmitted!: number;
  @Column('integer', { name: 'numbers_on_register' }) numbersOnRegister!: number;
  @Column('integer', { name: 'numbers_not_on_register' }) numbersNotOnRegister!: number;
  @Column('integer', { name: 'numbers_invalid' }) numbersInvalid!: number;
  @Column('integer', { name: 'credits_charged' }) creditsCharged!: number;
  @Column('integer', { name: 'credits_remaining', nullable: true }) creditsRemaining!: number | null;
  @Column({ type: 'timestamptz', name: 'washed_at', precision: 3 }) washedAt!: Date;
  @Column({ type: 'timestamptz', name: 'valid_until', precision: 3 }) validUntil!: Date;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
}

/** A number that must not be called again, in one project or in all projects of the client. */
@Entity('suppressions')
export class SuppressionEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'suppression_id', default: () => 'uuidv7()' }) suppressionId!: string;
  @Column('text', { name: 'project_id', nullable: true }) projectId!: string | null;
  @Column('bytea', { name: 'phone_hash' }) phoneHash!: Buffer;
  @Column('text', { name: 'phone_hash_key_id' }) phoneHashKeyId!: string;
  @Column('text', { name: 'masked_phone' }) maskedPhone!: string;
  @Column('text') reason!: string;
  @Column('text') source!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
}
