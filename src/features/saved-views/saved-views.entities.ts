import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A page of the portal with its filters, under a name. */
@Entity('saved_views')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class SavedViewEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'view_id', default: () => 'uuidv7()' }) viewId!: string;
  /** The person who saved it; only they see it unless it is shared. */
  @Column('uuid', { name: 'owner_id' })
  @ForeignKey('portal_users', 'userId')
  ownerId!: string;
  @Column('text') name!: string;
  /** The path and the query, without the client. */
  @Column('text') address!: string;
  @Column('boolean', { name: 'is_shared' }) isShared!: boolean;
  @Column('text') etag!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
