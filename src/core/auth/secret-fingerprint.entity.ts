import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Distinguishes the secrets of one deployment from another's without revealing them: an HMAC of a
 * constant under each secret.
 */
@Entity('secret_fingerprints')
export class SecretFingerprintEntity {
  /** Name of the setting. */
  @PrimaryColumn('text') name!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('timestamptz', { name: 'noted_at', default: () => 'now()' }) notedAt!: Date;
}
