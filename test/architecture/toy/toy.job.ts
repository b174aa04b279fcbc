import { Injectable } from '@nestjs/common';
import { HandlesJob } from '../../../src/core/work/jobs/job-handler.js';
import type { JobHandler } from '../../../src/core/work/jobs/job-handler.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { Tenant } from '../../../src/core/shared/auth-context.js';
import { jobKind } from '../../../src/core/shared/work-kind.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { ToyEntity } from './toy.entities.js';

interface Polish extends Tenant {
  readonly name: string;
}

export const POLISH_TOY = jobKind<Polish>('toy.polish');

@Injectable()
@HandlesJob()
export class ToyPolisher implements JobHandler<Polish> {
  readonly kind = POLISH_TOY;

  constructor(private readonly metadata: MetadataStore) {}

  async handle({ clientId, dataEnv, name }: Polish): Promise<void> {
    const auth = systemContext({ clientId, dataEnv }, 'worker');
    await this.metadata.transaction(auth, (tx) => tx.repo(ToyEntity).update({ name }, { polished: true }));
  }
}
