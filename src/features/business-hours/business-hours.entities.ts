import { Column, Entity, ForeignKey } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { BusinessHours } from './rules/business-hours.policy.js';

/** The opening hours of a client. A writer locks the row until it commits. */
@Entity('client_business_hours')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class ClientBusinessHoursEntity extends TenantColumns {
  /** Null: the row only serves as a lock, and nothing is saved yet. */
  @Column('jsonb', { nullable: true }) hours!: BusinessHours | null;
  @Column('integer', { default: 0 }) revision!: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
