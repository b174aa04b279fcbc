import { Column, Entity } from 'typeorm';
import { TenantColumns } from '../unit-of-work/tenant-columns.js';

/** Refuses writes of a tenant that moves to another store, or has moved there. */
@Entity('tenant_fences')
export class TenantFenceEntity extends TenantColumns {
  /** The instant from which the fence is open. */
  @Column('timestamptz') until!: Date;
}
