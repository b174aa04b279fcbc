import { Entity, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../../src/core/shared/auth-context.js';

/** A toy that has been played with. */
@Entity('worn_toys')
export class WornToyEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text')
  name!: string;
}
