import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One counted request of a rolling window; all processes count in this table. */
@Entity('throttle_hits')
@Index('throttle_hits_by_window', ['windowKey', 'hitAt'])
@Index('throttle_hits_by_expiry', ['expiresAt'])
export class ThrottleHitEntity {
  @PrimaryColumn('uuid', { name: 'hit_id', default: () => 'uuidv7()' }) hitId!: string;
  /** SHA-256 of route, window and tracker: no identity is stored. */
  @Column('text', { name: 'window_key' }) windowKey!: string;
  @Column('timestamptz', { name: 'hit_at' }) hitAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
