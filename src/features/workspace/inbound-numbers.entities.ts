import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/kernel/tenant-columns.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

/** An inbound number of what a project has published or staged; the key keeps it with one project of the client. */
@Entity('project_inbound_numbers')
@Index('project_inbound_numbers_by_project', [...OF_PROJECT])
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectInboundNumberEntity extends TenantColumns {
  /** Keyed hash of the number, in hex: one for each matching key that the tenant had when it was claimed. */
  @PrimaryColumn('text', { name: 'number_hash' }) numberHash!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  /** Named by the staged version alone: free again when that one is taken back. */
  @Column('boolean', { name: 'is_staged' }) isStaged!: boolean;
}
