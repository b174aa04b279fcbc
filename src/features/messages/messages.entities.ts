import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** One attempt of a logical send, or an inbound message. Contains no number and no text. */
@Entity('messages')
@Index('messages_by_delivery', ['clientId', 'dataEnv', 'deliveredAt'], {
  where: '"delivered_at" IS NOT NULL',
})
@Index('messages_by_failure', ['clientId', 'dataEnv', 'sentAt'], { where: `"status" = 'failed'` })
@Index('messages_by_send', ['clientId', 'dataEnv', 'logicalSendId'])
@Check('messages_direction_check', `"direction" IN ('inbound', 'outbound')`)
@Check('messages_status_check', `"status" IN ('queued', 'sent', 'delivered', 'read', 'failed')`)
@Check('messages_segments_check', `"segments" >= 1`)
export class MessageEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'message_id', collation: 'C' }) messageId!: string;
  @Column({ type: 'text', name: 'logical_send_id', collation: 'C' }) logicalSendId!: string;
  @Column('integer') revision!: number;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text') direction!: string;
  @Column('integer') segments!: number;
  @Column('text') status!: string;
  @Column('text', { name: 'failed_reason', nullable: true }) failedReason!: string | null;
  @Column('timestamptz', { name: 'sent_at' }) sentAt!: Date;
  @Column('timestamptz', { name: 'delivered_at', nullable: true }) deliveredAt!: Date | null;
}
