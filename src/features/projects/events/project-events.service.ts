import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';

/** A project that was made in the transaction. */
export interface CreatedProject {
  readonly projectId: string;
  readonly displayName: string;
  readonly timezone: string;
  readonly createdAt: Date;
}

/** What another feature does when something happens to a project: in the same transaction, so that both happen or neither. */
export interface ProjectListener {
  created?(tx: UnitOfWork, auth: AuthContext, project: CreatedProject): Promise<void>;
  archived?(tx: UnitOfWork, auth: AuthContext, projectId: string): Promise<void>;
}

/** Tells other features of projects what they cannot ask: projects knows none of them. */
@Injectable()
export class ProjectEvents {
  private readonly listeners: ProjectListener[] = [];

  /** For the start of the application. */
  listen(listener: ProjectListener): void {
    this.listeners.push(listener);
  }

  async created(tx: UnitOfWork, auth: AuthContext, project: CreatedProject): Promise<void> {
    for (const listener of this.listeners) await listener.created?.(tx, auth, project);
  }

  async archived(tx: UnitOfWork, auth: AuthContext, projectId: string): Promise<void> {
    for (const listener of this.listeners) await listener.archived?.(tx, auth, projectId);
  }
}
