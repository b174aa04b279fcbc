import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A campaign: its settings, schedule and progress. */
@Entity('campaigns')
export class CampaignEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'campaign_id', default: () => 'uuidv7()' }) campaignId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { name: 'campaign_type' }) campaignType!: string;
  @Column('text', { name: 'campaign_call_type' }) campaignCallType!: string;
  @Column('integer') priority!: number;
  @Column('text') timezone!: string;
  @Column({ type: 'timestamptz', name: 'schedule_start_at', precision: 3, nullable: true })
  scheduleStartAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'schedule_end_at', precision: 3, nullable: true })
  scheduleEndAt!: Date | null;
  @Column('text', { default: 'draft' }) status!: string;
  /** Set while the contacts of an ended campaign are being closed. */
  @Column('boolean', { name: 'is_closing', default: false }) isClosing!: boolean;
  /** The validation whose results are being stored with contacts; null: none. */
  @Column({ type: 'timestamptz', name: 'deciding_since', precision: 3, nullable: true })
  decidingSince!: Date | null;
  @Column('text', { name: 'status_reason', nullable: true }) statusReason!: string | null;
  @Column({ type: 'timestamptz', name: 'status_changed_at', precision: 3 }) statusChangedAt!: Date;
  @Column('integer', { default: 1 }) revision!: number;
  @Column('jsonb', { name: 'retry_policy' }) retryPolicy!: object;
  @Column('jsonb', { name: 'voicemail_policy' }) voicemailPolicy!: object;
  @Column('jsonb') personalization!: object;
  @Column('jsonb') compliance!: object;
  @Column('boolean', { name: 'allow_repeated_numbers', default: false }) allowRepeatedNumbers!: boolean;
  @Column('integer', { name: 'project_version' }) projectVersion!: number;
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  @Column('jsonb', { name: 'answering_machine_detection' }) answeringMachineDetection!: object;
  @Column('uuid', { name: 'last_registry_wash_record_id', nullable: true }) lastRegistryWashRecordId!:
    string | null;
  @Column('text', { name: 'validation_status', nullable: true }) validationStatus!: string | null;
  @Column({ type: 'timestamptz', name: 'validated_at', precision: 3, nullable: true })
  validatedAt!: Date | null;
  @Column('integer', { name: 'validation_blocker_count', nullable: true }) validationBlockerCount!:
    number | null;
  @Column('integer', { name: 'validation_warning_count', nullable: true }) validationWarningCount!:
    number | null;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, nullable: true }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true })
  completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  /** The person, key or process of its last change. */
  @Column('text', { name: 'updated_by', nullable: true }) updatedBy!: string | null;
}

/** The number of contacts of a campaign in each state, maintained by triggers on contacts. */
@Entity('campaign_counts')
export class CampaignCountEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'campaign_id' }) campaignId!: string;
  @PrimaryColumn('text') counter!: string;
  @PrimaryColumn('text') key!: string;
  @PrimaryColumn('smallint') slot!: number;
  @Column('bigint') value!: string;
}

/** Each change of a campaign's status, with actor and reason. */
@Entity('campaign_log')
export class CampaignLogEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'campaign_id' }) campaignId!: string;
  @PrimaryColumn('uuid', { name: 'entry_id', default: () => 'uuidv7()' }) entryId!: string;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('text') action!: string;
  @Column('text', { name: 'from_status', nullable: true }) fromStatus!: string | null;
  @Column('text', { name: 'to_status' }) toStatus!: string;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { name: 'actor_kind' }) actorKind!: string;
  @Column('text', { name: 'actor_id' }) actorId!: string;
}
