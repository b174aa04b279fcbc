import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import { PortalUserEntity } from './portal-user.entity.js';

/** A partner: an organisation that runs projects for the clients it owns. */
@Entity('partner_organisations')
export class PartnerOrganisationEntity {
  @PrimaryColumn('text', { name: 'organisation_id' }) organisationId!: string;
  @Column('text') name!: string;
  @Column('boolean', { default: true }) active!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

@Entity('partner_organisation_members')
export class PartnerOrganisationMemberEntity {
  @PrimaryColumn('text', { name: 'organisation_id' })
  @ForeignKey(() => PartnerOrganisationEntity, 'organisationId')
  organisationId!: string;
  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey(() => PortalUserEntity, 'userId')
  userId!: string;
  @Column('boolean', { default: true }) active!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** Which clients a partner organisation owns (access 4.8). */
@Entity('partner_client_ownerships')
@Index('partner_client_ownerships_by_client', ['clientId'])
export class PartnerClientOwnershipEntity {
  @PrimaryColumn('text', { name: 'organisation_id' })
  @ForeignKey(() => PartnerOrganisationEntity, 'organisationId')
  organisationId!: string;
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;
  @Column('boolean', { default: true }) active!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}
