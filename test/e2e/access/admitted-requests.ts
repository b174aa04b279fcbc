import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { ProtectedAccess } from '../../../src/core/auth/access-rule.js';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import type { RouteEntry } from '../../../src/core/openapi/route-table.js';
import type { TestApp } from '../../support/app.js';
import { setStage } from './attempts.js';
import type { Stage } from './attempts.js';
import { everyCaller } from './callers.js';
import type { Caller } from './callers.js';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A route that admits some callers. */
export interface ServedRoute extends RouteEntry {
  readonly access: ProtectedAccess;
}

export const isServed = (route: RouteEntry): route is ServedRoute =>
  route.access.kind === 'protected' && route.access.scopes.length > 0;

/** Requests to every route, each by a caller that the route admits. */
export class AdmittedRequests {
  private constructor(
    private readonly test: TestApp,
    readonly stage: Stage,
    readonly callers: readonly Caller[],
  ) {}

  static async open(test: TestApp): Promise<AdmittedRequests> {
    const stage = await setStage(test);
    return new AdmittedRequests(
      test,
      stage,
      await everyCaller(test.world, stage.own, stage.targets.projects.own),
    );
  }

  routes(): readonly RouteEntry[] {
    return this.test.app.get(RouteTable).entries();
  }

  /**
   * A request that the guards admit; except for project and call, the objects in its path do not
   * exist.
   */
  prepare(route: ServedRoute, query: object = {}, missing?: string): Test {
    return this.by(this.admittedTo(route.access), route, query, missing);
  }

  /** The same request by another caller. */
  by(caller: Caller, { access, method, path }: ServedRoute, query: object = {}, missing?: string): Test {
    const { own, targets } = this.stage;
    const ids: Record<string, string> = {
      project_id: targets.projects.own,
      client_id: own.clientId,
      call_id: targets.calls.own,
      section: 'booking',
      version_number: '1',
    };
    return this.test
      .request()
      [method.toLowerCase() as Verb](path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID()))
      .set({ ...caller.headers, 'Idempotency-Key': randomUUID() })
      .query({
        ...(access.client === 'query' && { client_id: own.clientId }),
        ...(access.project === 'query' && missing !== 'project_id' && { project_id: targets.projects.own }),
        ...query,
      });
  }

  private admittedTo({ scopes, credentials }: ProtectedAccess): Caller {
    return this.callers.find(
      ({ kind, scope }) =>
        kind !== 'nobody' && scopes.includes(scope!) && (credentials === undefined || credentials === kind),
    )!;
  }
}
