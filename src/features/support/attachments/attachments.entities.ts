import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../../core/database/unit-of-work/tenant-columns.js';
import type { CommentVisibility, TicketSide } from '../rules/words.js';
import type { AttachmentKind } from './rules/attachment-kinds.js';
import type { AttachmentState } from './rules/attachment-state.policy.js';

const OF_ATTACHMENT = ['clientId', 'dataEnv', 'attachmentId'] as const;

/**
 * A file of a ticket, from its session on. It outlives its ticket until its content is gone from
 * the file store, so no foreign key names the ticket.
 */
@Entity('support_attachments')
@Index('support_attachments_of_ticket', ['clientId', 'dataEnv', 'ticketId', 'createdAt'])
@Index('support_attachments_unread', ['clientId', 'dataEnv', 'ticketId'], { where: 'numbers_unread' })
@Check(
  'support_attachments_state_check',
  `"state" IN ('session_open', 'uploaded', 'scanning', 'clean', 'infected', 'refused', 'failed', 'deleted')`,
)
@Check('support_attachments_visibility_check', `"visibility" IN ('public', 'internal')`)
@Check('support_attachments_side_check', `"uploader_side" IN ('staff', 'customer')`)
@Check('support_attachments_clean_check', `"state" <> 'clean' OR "scanned_at" IS NOT NULL`)
@Check(
  'support_attachments_key_check',
  `("file_key_encrypted" IS NOT NULL) = ("state" IN ('session_open', 'uploaded', 'scanning', 'clean'))`,
)
export class SupportAttachmentEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'attachment_id' }) attachmentId!: string;
  @Column('uuid', { name: 'ticket_id' }) ticketId!: string;
  @Column('uuid', { name: 'comment_id', nullable: true }) commentId!: string | null;
  @Column('text') visibility!: CommentVisibility;
  @Column('text', { default: 'session_open' }) state!: AttachmentState;
  /** The kind that its name promises. */
  @Column('text') kind!: AttachmentKind;
  @Column('integer') bytes!: number;
  /** The announced SHA-256, keyed with the key of its content. */
  @Column('text', { name: 'sha256' }) fingerprint!: string;
  @Column('bytea', { name: 'file_name_encrypted', nullable: true }) fileNameEncrypted!: Buffer | null;
  /** The key of its content. Without it the content is unreadable, wherever copies of it are. */
  @Column('bytea', { name: 'file_key_encrypted', nullable: true }) fileKeyEncrypted!: Buffer | null;
  /** Why it is refused or has failed. */
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { nullable: true }) finding!: string | null;
  @Column('text', { name: 'uploaded_by' }) uploadedBy!: string;
  @Column('text', { name: 'uploader_side' }) uploaderSide!: TicketSide;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'finalised_at', nullable: true }) finalisedAt!: Date | null;
  @Column('timestamptz', { name: 'scanned_at', nullable: true }) scannedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('text', { name: 'deleted_by', nullable: true }) deletedBy!: string | null;
  @Column('integer', { default: 0 }) downloads!: number;
  /** Whether its text may contain numbers of which no hash is stored. */
  @Column('boolean', { name: 'numbers_unread', default: false }) numbersUnread!: boolean;
}

/** A part of a file in the file store. */
@Entity('support_attachment_parts')
@ForeignKey('support_attachments', OF_ATTACHMENT, OF_ATTACHMENT, {
  name: 'support_attachment_parts_attachment_fkey',
  onDelete: 'CASCADE',
})
export class SupportAttachmentPartEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'attachment_id' }) attachmentId!: string;
  /** Counts from 1. */
  @PrimaryColumn('integer', { name: 'part_number' }) partNumber!: number;
  /** Each upload of a part has a separate object. */
  @Column('text', { name: 'object_name' }) objectName!: string;
  @Column('integer') bytes!: number;
}

/** A telephone number in the name or the text of a file, as a keyed hash. */
@Entity('support_attachment_numbers')
@Index('support_attachment_numbers_of_file', [...OF_ATTACHMENT])
@ForeignKey('support_attachments', OF_ATTACHMENT, OF_ATTACHMENT, {
  name: 'support_attachment_numbers_attachment_fkey',
  onDelete: 'CASCADE',
})
export class SupportAttachmentNumberEntity extends TenantColumns {
  @PrimaryColumn('bytea', { name: 'number_hash' }) numberHash!: Buffer;
  @PrimaryColumn('uuid', { name: 'attachment_id' }) attachmentId!: string;
}
