import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** The last acknowledgement of an alert. Alerts themselves are derived and stored nowhere. */
@Entity('alert_acknowledgements')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class AlertAcknowledgementEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'alert_id' }) alertId!: string;
  @Column('timestamptz', { name: 'acknowledged_at' }) acknowledgedAt!: Date;
  @Column('text', { name: 'acknowledged_by' }) acknowledgedBy!: string;
}
