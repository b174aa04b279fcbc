import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A customer organisation: the owner of calls. Its data lives under (client_id, data_env). */
@Entity('clients')
@Check('clients_status_check', `"status" IN ('provisioning', 'active', 'suspended')`)
export class ClientEntity {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'business_name' }) businessName!: string;
  @Column('text', { default: 'active' }) status!: 'provisioning' | 'active' | 'suspended';
  /** IANA zone of the organisation. */
  @Column('text') timezone!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
