import type { Response } from 'supertest';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import type { Caller } from './callers.js';
import { aPlan } from '../billing/billing-fixture.js';
import { isInPath } from './expected-access.js';
import type { Attempt, ExpectedRoute } from './expected-access.js';

/** The ids that an attempt may name; foreign ones exist but belong to another tenant. */
interface Targets {
  readonly clients: Readonly<Record<'own' | 'foreign' | 'absent', string>>;
  readonly projects: Readonly<Record<'own' | 'foreign' | 'absent', string>>;
  /** One call in each of these projects. */
  readonly calls: Readonly<Record<'own' | 'foreign' | 'absent', string>>;
}

export interface Stage {
  readonly own: TestTenant;
  readonly targets: Targets;
}

const REDACTED = { status: 'verified', lines: [{ role: 'agent', text: 'Good morning.', offset_ms: 0 }] };

/** Two tenants in one store, each with a project and a call with a transcript. */
export async function setStage(test: TestApp): Promise<Stage> {
  const own = await test.world.aTenant();
  const foreign = await test.world.aTenant();
  const ownProject = await test.world.aProject(own);
  const foreignProject = await test.world.aProject(foreign);
  const calls = { own: 'call-of-our-own', foreign: 'call-of-theirs', absent: 'call-nowhere' };
  for (const [tenant, project, callId] of [
    [own, ownProject, calls.own],
    [foreign, foreignProject, calls.foreign],
  ] as const) {
    await aPlan(test, tenant, null);
    await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', await test.world.aKey(tenant, 'runtime-ingest'))
      .send([aCall(project, { call_id: callId, redacted_transcript: REDACTED })])
      .expect(200);
  }
  return {
    own,
    targets: {
      clients: { own: own.clientId, foreign: foreign.clientId, absent: 'client-nowhere' },
      projects: { own: ownProject, foreign: foreignProject, absent: 'project-nowhere' },
      calls,
    },
  };
}

/** Makes one request of the matrix. @param under an address to use instead of the route's own */
export async function make(
  test: TestApp,
  targets: Targets,
  route: ExpectedRoute,
  caller: Caller,
  attempt: Attempt,
  under = '',
): Promise<Response> {
  const project = attempt.project === 'none' ? undefined : targets.projects[attempt.project];
  const client = attempt.client === 'none' ? undefined : targets.clients[attempt.client];
  const call = attempt.project === 'none' ? '' : targets.calls[attempt.project];
  const path = route.path
    .replace(':call_id', call)
    .replace(':project_id', project ?? '')
    .replace(':client_id', client ?? '');
  const request = test
    .request()
    [route.method](under + path)
    .set(caller.headers);
  if (route.project === 'batch')
    return request.send([aCall(project ?? '', { call_id: 'call-of-the-matrix' })]);
  const isOfDates = route.project === 'required' && route.path.startsWith('/v1/calls/');
  const dates = isOfDates ? { start_date: '2026-10-01', end_date: '2026-10-31' } : {};
  const query = {
    ...dates,
    ...(client === undefined || route.clientInPath ? {} : { client_id: client }),
    ...(project === undefined || isInPath(route) ? {} : { project_id: project }),
  };
  if (route.namesInBody) return request.send({ ...route.body, ...query });
  return route.body ? request.query(query).send(route.body) : request.query(query);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PER_ANSWER = ['x-request-id', 'date'];

/** Everything in a response by which a caller could distinguish two responses. */
export function essence(response: Response): object {
  const headers = Object.entries(response.headers as Record<string, string>).filter(
    ([name]) => !PER_ANSWER.includes(name),
  );
  return { status: response.status, body: response.text.replace(UUID, '(id)'), headers };
}
