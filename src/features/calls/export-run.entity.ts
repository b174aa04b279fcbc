import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * A caller's export in progress; after its deadline, the caller's next export may take over the
 * lease.
 */
@Entity('export_runs')
export class ExportRunEntity extends TenantColumns {
  /** The person responsible for it, even for exports with a key (`accountableId`). */
  @PrimaryColumn('text') caller!: string;
  @Column('uuid', { name: 'run_id' }) runId!: string;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt!: Date;
}
