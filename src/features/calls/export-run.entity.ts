import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * The export that a caller has running; a request that finds it past its deadline may take its
 * read slot.
 */
@Entity('export_runs')
export class ExportRunEntity extends TenantColumns {
  /** The person who answers for it, also behind a key (`accountableId`). */
  @PrimaryColumn('text') caller!: string;
  @Column('uuid', { name: 'run_id' }) runId!: string;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt!: Date;
}
