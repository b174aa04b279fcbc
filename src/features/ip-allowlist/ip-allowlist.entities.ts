import { Column, Entity, ForeignKey } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** The last save of a tenant's IP allowlist. The networks do not show who removed all of them. */
@Entity('ip_allowlist_saves')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class IpAllowlistSaveEntity extends TenantColumns {
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
