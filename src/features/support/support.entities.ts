import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type {
  CommentVisibility,
  TicketCategory,
  TicketPriority,
  TicketSide,
  TicketStatus,
} from './rules/words.js';

const OF_TICKET = ['clientId', 'dataEnv', 'ticketId'] as const;

/** The number of the last ticket of a tenant; the creating transaction locks it. */
@Entity('support_counters')
export class SupportCounterEntity extends TenantColumns {
  @Column('integer', { name: 'last_number' }) lastNumber!: number;
}

/** A support ticket. */
@Entity('support_tickets')
@Unique('support_tickets_number_key', ['clientId', 'dataEnv', 'ticketNumber'])
@Index('support_tickets_newest', ['clientId', 'dataEnv', 'updatedAt', 'ticketId'])
@Index('support_tickets_by_status', ['clientId', 'dataEnv', 'status', 'updatedAt', 'ticketId'])
@Index('support_tickets_by_requester', ['clientId', 'dataEnv', 'requester', 'updatedAt', 'ticketId'])
@Index('support_tickets_by_project', ['clientId', 'dataEnv', 'projectId', 'updatedAt', 'ticketId'])
@Index('support_tickets_unanswered', ['clientId', 'dataEnv', 'firstResponseDueAt'], {
  where: `"first_responded_at" IS NULL AND "status" IN ('new', 'open')`,
})
@Index('support_tickets_closed', ['clientId', 'dataEnv', 'closedAt'], { where: '"closed_at" IS NOT NULL' })
@Check(
  'support_tickets_category_check',
  `"category" IN ('question', 'incident', 'change', 'billing', 'privacy')`,
)
@Check('support_tickets_priority_check', `"priority" IN ('low', 'normal', 'high', 'urgent')`)
@Check('support_tickets_status_check', `"status" IN ('new', 'open', 'pending', 'solved', 'closed')`)
@Check('support_tickets_solved_check', `("solved_at" IS NOT NULL) = ("status" IN ('solved', 'closed'))`)
@Check('support_tickets_closed_check', `("closed_at" IS NOT NULL) = ("status" = 'closed')`)
export class SupportTicketEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'ticket_id' }) ticketId!: string;
  /** The number in its reference: 1 for SUP-0001. */
  @Column('integer', { name: 'ticket_number' }) ticketNumber!: number;
  @Column('integer', { default: 1 }) revision!: number;
  /** Null: it was redacted, because it contained a number whose data was erased. */
  @Column('bytea', { name: 'subject_encrypted', nullable: true }) subjectEncrypted!: Buffer | null;
  @Column('text') category!: TicketCategory;
  @Column('text') priority!: TicketPriority;
  @Column('text') status!: TicketStatus;
  @Column('text', { name: 'project_id', nullable: true }) projectId!: string | null;
  @Column('text') requester!: string;
  @Column('text', { nullable: true }) assignee!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'first_response_due_at' }) firstResponseDueAt!: Date;
  /** The first public comment of staff. */
  @Column('timestamptz', { name: 'first_responded_at', nullable: true }) firstRespondedAt!: Date | null;
  @Column('timestamptz', { name: 'solved_at', nullable: true }) solvedAt!: Date | null;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt!: Date | null;
  /** The sequence of its last comment, and of the last one that the customer sees. */
  @Column('integer', { name: 'last_sequence' }) lastSequence!: number;
  @Column('integer', { name: 'last_public_sequence' }) lastPublicSequence!: number;
  @Column('integer', { name: 'public_comments' }) publicComments!: number;
  @Column('integer', { name: 'internal_comments' }) internalComments!: number;
  @Column('integer', { name: 'related_calls', default: 0 }) relatedCalls!: number;
  @Column('integer', { default: 0 }) attachments!: number;
}

/** A keyed hash of each word of a subject, to search by. */
@Entity('support_ticket_words')
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_ticket_words_ticket_fkey',
  onDelete: 'CASCADE',
})
@Index('support_ticket_words_of_ticket', [...OF_TICKET])
export class SupportTicketWordEntity extends TenantColumns {
  @PrimaryColumn('bytea', { name: 'word_hash' }) wordHash!: Buffer;
  @PrimaryColumn('uuid', { name: 'ticket_id' }) ticketId!: string;
}

/** A comment; once redacted, only author and time are left. */
@Entity('support_comments')
@Unique('support_comments_order_key', ['clientId', 'dataEnv', 'ticketId', 'sequence'])
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_comments_ticket_fkey',
  onDelete: 'CASCADE',
})
@Check('support_comments_visibility_check', `"visibility" IN ('public', 'internal')`)
@Check(
  'support_comments_side_check',
  `"author_side" IN ('staff', 'customer') AND ("visibility" = 'public' OR "author_side" = 'staff')`,
)
@Check(
  'support_comments_redacted_check',
  `("redacted_at" IS NULL) = ("text_encrypted" IS NOT NULL) AND ("redacted_at" IS NULL) = ("redacted_by" IS NULL)`,
)
export class SupportCommentEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'comment_id' }) commentId!: string;
  @Column('uuid', { name: 'ticket_id' }) ticketId!: string;
  @Column('integer') sequence!: number;
  @Column('text') visibility!: CommentVisibility;
  @Column('bytea', { name: 'text_encrypted', nullable: true }) textEncrypted!: Buffer | null;
  /** The kinds of personal data that the tripwire found in it. */
  @Column('text', { name: 'personal_data_found', array: true }) personalDataFound!: string[];
  @Column('text') author!: string;
  @Column('text', { name: 'author_side' }) authorSide!: TicketSide;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'redacted_at', nullable: true }) redactedAt!: Date | null;
  @Column('text', { name: 'redacted_by', nullable: true }) redactedBy!: string | null;
}

/** A keyed hash of each telephone number in a comment or, under the nil UUID, in a subject. */
@Entity('support_numbers')
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_numbers_ticket_fkey',
  onDelete: 'CASCADE',
})
@Index('support_numbers_of_ticket', [...OF_TICKET, 'commentId'])
export class SupportNumberEntity extends TenantColumns {
  @PrimaryColumn('bytea', { name: 'number_hash' }) numberHash!: Buffer;
  @PrimaryColumn('uuid', { name: 'ticket_id' }) ticketId!: string;
  @PrimaryColumn('uuid', { name: 'comment_id' }) commentId!: string;
}

/** A call that a ticket is about. The reference stays when the call is dropped or erased. */
@Entity('support_related_calls')
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_related_calls_ticket_fkey',
  onDelete: 'CASCADE',
})
@Index('support_related_calls_of_call', ['clientId', 'dataEnv', 'callId'])
export class SupportRelatedCallEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'ticket_id' }) ticketId!: string;
  @PrimaryColumn({ type: 'text', name: 'call_id', collation: 'C' }) callId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'attached_at' }) attachedAt!: Date;
  @Column('text', { name: 'attached_by' }) attachedBy!: string;
}

/** A person or a verified address that is notified of public comments. */
@Entity('support_recipients')
@Unique('support_recipients_person_key', [...OF_TICKET, 'userId'])
@Unique('support_recipients_address_key', [...OF_TICKET, 'addressId'])
@Index('support_recipients_of_person', ['clientId', 'dataEnv', 'userId'])
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_recipients_ticket_fkey',
  onDelete: 'CASCADE',
})
@Check('support_recipients_one_check', `("user_id" IS NULL) <> ("address_id" IS NULL)`)
export class SupportRecipientEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'recipient_id' }) recipientId!: string;
  @Column('uuid', { name: 'ticket_id' }) ticketId!: string;
  @Column('text', { name: 'user_id', nullable: true }) userId!: string | null;
  @Column('uuid', { name: 'address_id', nullable: true }) addressId!: string | null;
  @Column('timestamptz', { name: 'added_at' }) addedAt!: Date;
  @Column('text', { name: 'added_by' }) addedBy!: string;
}

/** The sequence up to which a person has read the comments of a ticket. */
@Entity('support_read_marks')
@ForeignKey('support_tickets', OF_TICKET, OF_TICKET, {
  name: 'support_read_marks_ticket_fkey',
  onDelete: 'CASCADE',
})
@Index('support_read_marks_of_ticket', [...OF_TICKET])
export class SupportReadMarkEntity extends TenantColumns {
  @PrimaryColumn('text') person!: string;
  @PrimaryColumn('uuid', { name: 'ticket_id' }) ticketId!: string;
  @Column('integer', { name: 'read_sequence' }) readSequence!: number;
}
