import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A person's erasure in progress among contacts, with the replacement for the hash. */
@Entity('contact_erasures')
export class ContactErasureEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'erasure_id' }) erasureId!: string;
  @Column({ type: 'timestamptz', name: 'erased_before', precision: 3 }) erasedBefore!: Date;
  @Column('bytea', { name: 'stand_in' }) standIn!: Buffer;
  @Column('integer', { name: 'erased_contacts', default: 0 }) erasedContacts!: number;
}
