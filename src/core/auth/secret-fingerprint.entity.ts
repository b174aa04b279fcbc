import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What tells the secrets of a deployment from others, without telling them: an HMAC of a constant under each. */
@Entity('secret_fingerprints')
export class SecretFingerprintEntity {
  /** Name of the setting. */
  @PrimaryColumn('text') name!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('timestamptz', { name: 'noted_at', default: () => 'now()' }) notedAt!: Date;
}
