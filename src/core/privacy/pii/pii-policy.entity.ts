import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { ANALYTICS_READERS, sqlListOf } from '../../shared/roles.js';
import { TenantColumns } from '../../database/unit-of-work/tenant-columns.js';

/**
 * A row of a tenant's PII policy: whether a role may see one kind of personal data. Without a row
 * it may not. Kind and role are text, because decisions must not trust them.
 */
@Entity('pii_policies')
@Check('pii_policies_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('pii_policies_role_check', `"role" IN ${sqlListOf(ANALYTICS_READERS)}`)
@Check('pii_policies_kind_check', `"kind" IN ('raw_caller', 'summary', 'transcript')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class PiiPolicyEntity extends TenantColumns {
  @PrimaryColumn('text') role!: string;
  @PrimaryColumn('text') kind!: string;
  @Column('boolean') allowed!: boolean;
  /** Whether an approved unlock of a call opens the kind to the role. */
  @Column('boolean', { default: false }) unlockable!: boolean;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
