import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * An erasure of a person that is under way among contacts, with what these have in place of the
 * hash of their number.
 */
@Entity('contact_erasures')
export class ContactErasureEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'erasure_id' }) erasureId!: string;
  @Column({ type: 'timestamptz', name: 'erased_before', precision: 3 }) erasedBefore!: Date;
  @Column('bytea', { name: 'stand_in' }) standIn!: Buffer;
  @Column('integer', { name: 'erased_contacts', default: 0 }) erasedContacts!: number;
}
