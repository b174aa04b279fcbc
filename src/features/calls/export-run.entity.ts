import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../core/kernel/auth-context.js';

/** The export that a caller has running; a request that finds it past its deadline may take its place. */
@Entity('export_runs')
export class ExportRunEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  /** Kind and id of the principal. */
  @PrimaryColumn('text')
  caller!: string;

  @Column('uuid', { name: 'run_id' })
  runId!: string;

  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;
}
