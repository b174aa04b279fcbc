import { Injectable, OnModuleInit } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { ProjectEvents } from '../../projects/events/project-events.service.js';
import { ProjectTestCallEntity } from '../release.entities.js';

/** Gives up the test calls that still wait when their project is archived, so that a restored project places no call. */
@Injectable()
export class GivenUpTestCalls implements OnModuleInit {
  constructor(private readonly projects: ProjectEvents) {}

  onModuleInit(): void {
    this.projects.listen({ archived: (tx, _auth, projectId) => this.giveUp(tx, projectId) });
  }

  private async giveUp(tx: UnitOfWork, projectId: string): Promise<void> {
    await tx.repo(ProjectTestCallEntity).update({ projectId, status: 'queued' }, { status: 'expired' });
  }
}
