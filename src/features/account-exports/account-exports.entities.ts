import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { ExportFormat, StoredStatus } from './rules/export-words.js';

/** An export of all data of a client and environment: its work, and its sealed file. */
@Entity('account_exports')
@Index('account_exports_by_time', ['clientId', 'dataEnv', 'createdAt'])
@Index('account_exports_open', ['status', 'aliveAt'], { where: 'NOT "is_cleared"' })
@Check('account_exports_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('account_exports_format_check', `"format" IN ('ndjson', 'csv')`)
@Check('account_exports_status_check', `"status" IN ('queued', 'running', 'ready', 'expired', 'failed')`)
@Check('account_exports_ready_check', `"status" <> 'ready' OR "sha256" IS NOT NULL`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class AccountExportEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'export_id' }) exportId!: string;
  @Column('text', { array: true }) sections!: string[];
  @Column('text') format!: ExportFormat;
  @Column('text', { default: 'queued' }) status!: StoredStatus;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** The number of attempts; each attempt writes a separate file. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** When its worker last reported progress. */
  @Column('timestamptz', { name: 'alive_at' }) aliveAt!: Date;
  @Column('integer', { name: 'files_done', default: 0 }) filesDone!: number;
  @Column('integer', { name: 'files_total', default: 0 }) filesTotal!: number;
  @Column('bigint', { name: 'rows_written', default: 0 }) rowsWritten!: string;
  @Column('timestamptz', { name: 'ready_at', nullable: true }) readyAt!: Date | null;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  @Column('bigint', { nullable: true }) bytes!: string | null;
  @Column('text', { nullable: true }) sha256!: string | null;
  @Column('text', { name: 'key_id', nullable: true }) keyId!: string | null;
  @Column('text', { name: 'failure_code', nullable: true }) failureCode!: string | null;
  @Column('integer', { default: 0 }) downloads!: number;
  /** Whether the files of an ended export are deleted. */
  @Column('boolean', { name: 'is_cleared', default: false }) isCleared!: boolean;
}
