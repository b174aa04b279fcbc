import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { DataEnv } from '../../auth/auth-context.js';
import { ClientEntity } from './client.entity.js';
import { PortalUserEntity } from './portal-user.entity.js';

/** A project: one voice assistant of one client in one environment. */
@Entity('projects')
@Check('projects_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('projects_lifecycle_state_check', `"lifecycle_state" IN ('setup', 'active', 'archived')`)
export class ProjectEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text', { name: 'project_id' })
  projectId!: string;

  @Column('text', { name: 'display_name' })
  displayName!: string;

  @Column('text')
  timezone!: string;

  @Column('text', { name: 'lifecycle_state', default: 'setup' })
  lifecycleState!: 'setup' | 'active' | 'archived';

  /** Whether the project has the caller-mix capability (contract, "Caller-mix rules" 3). */
  @Column('boolean', { name: 'caller_mix_enabled', default: true })
  callerMixEnabled!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}

/** Which projects a partner_user sees; the other roles see every project of their client. */
@Entity('project_assignments')
@Index('project_assignments_by_member', ['clientId', 'dataEnv', 'memberId'])
@Check('project_assignments_role_visibility_check', `"role_visibility" IN ('read', 'manage')`)
@ForeignKey(() => ProjectEntity, ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class ProjectAssignmentEntity {
  @PrimaryColumn('uuid', { name: 'assignment_id', default: () => 'uuidv7()' })
  assignmentId!: string;

  @Column('text', { name: 'client_id' })
  clientId!: string;

  @Column('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'member_id' })
  @ForeignKey(() => PortalUserEntity, 'userId')
  memberId!: string;

  @Column('text', { name: 'role_visibility' })
  roleVisibility!: 'read' | 'manage';

  @Column('boolean', { default: true })
  active!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
