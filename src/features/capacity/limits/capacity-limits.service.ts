import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { CAPACITY_ACTIONS } from '../capacity.audit.js';
import { LOCK_CLIENT_LIMIT } from '../rules/client-limit.queries.js';
import type { CapacityLimit } from '../rules/figures.policy.js';
import { NOTE_LIMIT_CHANGES, REMOVE_LIMITS, SET_LIMIT } from './limits.queries.js';

/** The project id that represents the client itself. */
const CLIENT = '';

/** The result of a change: done, or why it was not. */
export type LimitOutcome = 'done' | 'no_project' | 'no_client_limit' | 'no_limit';

/** Sets the concurrency limits of a client and of its projects (capacity section 1). */
@Injectable()
export class CapacityLimits {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectFacts,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies from the next claim of a slot; calls in progress continue.
   * @param projectId null for the client itself, which needs a limit before its projects may have
   *   one
   */
  async set(auth: AuthContext, projectId: string | null, limit: CapacityLimit): Promise<LimitOutcome> {
    if (projectId !== null && !(await this.projects.existing(auth, [projectId])).has(projectId))
      return 'no_project';
    return this.stores.transaction(auth, async (tx) => {
      const [client] = await tx.query(LOCK_CLIENT_LIMIT);
      if (projectId !== null && !client) return 'no_client_limit';
      await tx.query(SET_LIMIT, [projectId ?? CLIENT, limit.concurrencyLimit, limit.reservedInbound]);
      await tx.query(NOTE_LIMIT_CHANGES, [[projectId ?? CLIENT], limit.concurrencyLimit, this.clock.now()]);
      await tx.auditDone(CAPACITY_ACTIONS.limitSet, {
        project_id: projectId,
        concurrency_limit: limit.concurrencyLimit,
        reserved_inbound: limit.reservedInbound,
      });
      return 'done';
    });
  }

  /** Removes a project's own limit; null removes the client's and those of all its projects. */
  remove(auth: AuthContext, projectId: string | null): Promise<LimitOutcome> {
    return this.stores.transaction(auth, async (tx) => {
      // A concurrent request that sets a project's limit has either already committed, and its
      // limit is removed too, or it waits and then finds no client limit.
      await tx.query(LOCK_CLIENT_LIMIT);
      const removed = await tx.query<{ project_id: string }>(REMOVE_LIMITS, [projectId ?? CLIENT]);
      if (removed.length === 0) return 'no_limit';
      const projects = removed.map(({ project_id }) => project_id).sort();
      await tx.query(NOTE_LIMIT_CHANGES, [projects, null, this.clock.now()]);
      await tx.auditDone(CAPACITY_ACTIONS.limitRemoved, { project_id: projectId });
      return 'done';
    });
  }
}
