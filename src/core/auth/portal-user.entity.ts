import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { DataEnv } from '../shared/auth-context.js';
import { ClientEntity } from './client.entity.js';
import { PORTAL_ROLES, type PortalRole, sqlListOf } from '../shared/roles.js';

/** A person who signs in through the identity provider; `subject` is the token's `sub`. */
@Entity('portal_users')
@Unique('portal_users_subject_key', ['subject'])
export class PortalUserEntity {
  @PrimaryColumn('uuid', { name: 'user_id', default: () => 'uuidv7()' }) userId!: string;
  @Column('text') subject!: string;
  @Column('text', { name: 'display_name' }) displayName!: string;
  @Column('boolean', { default: true }) active!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** The role of a person for one client in one environment. The token never carries the role. */
@Entity('portal_user_client_assignments')
@Unique('portal_user_client_assignments_once', ['userId', 'clientId', 'dataEnv'])
@Index('portal_user_client_assignments_one_default', ['userId', 'dataEnv'], {
  unique: true,
  where: '"is_default" AND "active"',
})
@Index('portal_user_client_assignments_by_client', ['clientId', 'dataEnv'])
@Check('portal_user_client_assignments_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('portal_user_client_assignments_role_check', `"role" IN ${sqlListOf(PORTAL_ROLES)}`)
export class PortalUserClientAssignmentEntity {
  @PrimaryColumn('uuid', { name: 'assignment_id', default: () => 'uuidv7()' }) assignmentId!: string;
  @Column('uuid', { name: 'user_id' })
  @ForeignKey(() => PortalUserEntity, 'userId')
  userId!: string;
  @Column('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text') role!: PortalRole;
  /** The organisation of a partner role; null for other roles. A partner role without one does not count. */
  @Column('text', { name: 'organisation_id', nullable: true })
  @ForeignKey('partner_organisations', 'organisationId')
  organisationId!: string | null;
  @Column('boolean', { default: true }) active!: boolean;
  @Column('boolean', { name: 'is_default', default: false }) isDefault!: boolean;
  /**
   * Instant of the role's last change; assignedBy is the id of a person or the name of a process.
   */
  @Column('timestamptz', { name: 'assigned_at', default: () => 'now()' }) assignedAt!: Date;
  @Column('text', { name: 'assigned_by', default: 'system' }) assignedBy!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  /** When the person last made a request in this role; see PersonUsage. */
  @Column('timestamptz', { name: 'last_seen_at', nullable: true }) lastSeenAt!: Date | null;
}
