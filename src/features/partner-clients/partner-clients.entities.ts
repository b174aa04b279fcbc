import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A client's profile from the partner that set it up; names, addresses and notes are sealed. */
@Entity('partner_client_profiles')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class PartnerClientProfileEntity {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'web_domain' }) webDomain!: string;
  @Column('bytea', { name: 'contact_name_encrypted' }) contactNameEncrypted!: Buffer;
  /** For the operator who sets the client up; not read by any route. */
  @Column('bytea', { name: 'business_email_encrypted' }) businessEmailEncrypted!: Buffer;
  @Column('bytea', { name: 'engagement_notes_encrypted', nullable: true })
  engagementNotesEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
}
