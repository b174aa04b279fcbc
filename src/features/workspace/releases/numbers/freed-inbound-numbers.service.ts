import { Injectable } from '@nestjs/common';
import { ListensInTransaction } from '../../../../core/events/listener.js';
import type { TransactionListener } from '../../../../core/events/listener.js';
import type { UnitOfWork } from '../../../../core/kernel/unit-of-work.js';
import { ProjectArchived } from '../../../projects/projects.events.js';
import { ProjectInboundNumberEntity } from '../../inbound-numbers.entities.js';

/** Frees the inbound numbers of an archived project: a restored one takes them again. */
@ListensInTransaction()
@Injectable()
export class FreedInboundNumbers implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  async heard(tx: UnitOfWork, { projectId }: ProjectArchived): Promise<void> {
    await tx.repo(ProjectInboundNumberEntity).delete({ projectId });
  }
}
