import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A key with which the service signs the tokens of its sessions (access 2.11). */
@Entity('token_signing_keys')
@Unique('token_signing_keys_period_sealed_under_key', ['period', 'sealedUnder'])
export class TokenSigningKeyEntity {
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  /** Number of the 30 days in which it signs, since 1970. */
  @Column('integer') period!: number;
  /** The pepper whose processes can open it. */
  @Column('text', { name: 'sealed_under' }) sealedUnder!: string;
  @Column('jsonb', { name: 'public_jwk' }) publicJwk!: object;
  /** The private key, sealed under a key that is derived from the pepper. */
  @Column('bytea', { name: 'private_encrypted' }) privateEncrypted!: Buffer;
  /** From then on, none of its tokens is valid. */
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}
