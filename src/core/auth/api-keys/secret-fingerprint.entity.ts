import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An HMAC of a constant under each secret: distinguishes the secrets of deployments without
 * revealing them.
 */
@Entity('secret_fingerprints')
export class SecretFingerprintEntity {
  /** Name of the setting. */
  @PrimaryColumn('text') name!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('timestamptz', { name: 'noted_at', default: () => 'now()' }) notedAt!: Date;
}
