import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../database/unit-of-work/tenant-columns.js';

/** A tenant's data key, wrapped; the newest of a purpose seals, older ones still open. */
@Entity('tenant_data_keys')
@Check('tenant_data_keys_purpose_check', `"purpose" IN ('encryption', 'matching')`)
export class TenantDataKeyEntity extends TenantColumns {
  @PrimaryColumn('text') purpose!: 'encryption' | 'matching';
  /** Counts from 1 per purpose, so that two processes that create the first key collide. */
  @PrimaryColumn('integer') generation!: number;
  @Column('text', { name: 'key_id' }) keyId!: string;
  @Column('bytea', { name: 'wrapped_key' }) wrappedKey!: Buffer;
  @Column('text', { name: 'provider_id' }) providerId!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}
