import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../../src/core/shared/auth-context.js';

@Entity('toys')
export class ToyEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text')
  name!: string;

  @Column('boolean', { default: false })
  polished!: boolean;
}
