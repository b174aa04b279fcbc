import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { atDepth, someOf } from '../../support/depth.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence, make, setStage } from './attempts.js';
import type { Stage } from './attempts.js';
import { everyCaller } from './callers.js';
import type { Caller } from './callers.js';
import { EXPECTED_ROUTES, isAdmitted, isInPath } from './expected-access.js';
import type { Attempt, ExpectedRoute } from './expected-access.js';

const ROUTES = EXPECTED_ROUTES.filter((route) => !route.public);

/** Pairs of attempts that differ only in whether the object exists for another tenant. */
function pairsOn(route: ExpectedRoute): [Attempt, Attempt][] {
  const clients = route.takesClient ? (['none', 'own'] as const) : (['none'] as const);
  const byProject = clients.map((client): [Attempt, Attempt] => [
    { client, project: 'foreign' },
    { client, project: 'absent' },
  ]);
  const projects = route.project === 'none' ? (['none'] as const) : (['none', 'own', 'foreign'] as const);
  const byClient = projects
    .filter((project) => !isInPath(route) || project !== 'none')
    .map((project): [Attempt, Attempt] => [
      { client: 'foreign', project },
      { client: 'absent', project },
    ]);
  return [...(route.project === 'none' ? [] : byProject), ...(route.takesClient ? byClient : [])];
}

describe('a foreign thing', () => {
  const test = useTestApp({ clock: new TestClock() });
  let stage: Stage;
  let callers: Caller[];
  const statements = vi.spyOn(Client.prototype, 'query');

  beforeAll(async () => {
    // The clock is stopped, so that caches are equally warm for both requests.
    stage = await setStage(test);
    callers = await everyCaller(test.world, stage.own, stage.targets.projects.own);
  });
  afterAll(async () => {
    statements.mockRestore();
  });

  async function seen(route: ExpectedRoute, caller: Caller, attempt: Attempt): Promise<object> {
    statements.mockClear();
    const answer = essence(await make(test, stage.targets, route, caller, attempt));
    // The tenant's own binding and the audit row's values differ between callers, but not within a
    // pair.
    return { answer, texts: requestStatements(statements.mock.calls) };
  }

  /** An ordinary run tries some of the callers that the route admits, and some of the others. */
  function triedOn(route: ExpectedRoute): readonly Caller[] {
    const turn = ROUTES.indexOf(route);
    const [admitted, others] = [true, false].map((isIn) =>
      callers.filter((caller) => isAdmitted(route, caller) === isIn),
    ) as [Caller[], Caller[]];
    return atDepth({ ordinary: [...someOf(admitted, 2, turn), ...someOf(others, 1, turn)], full: callers });
  }

  // Fails if the guard responds with 403, if the two 404s have different texts, or if a foreign
  // project takes one statement more than an absent one. access 6.1, 6.2; billing 6.4;
  // caller-requests 6.5; errors 2.4
  it.each(ROUTES)('on $method $path is answered like an absent one, by the same work', async (route) => {
    for (const caller of triedOn(route)) {
      // Keys and routes are cached at their first use.
      const client = route.clientInPath ? 'own' : 'none';
      await make(test, stage.targets, route, caller, { client, project: 'own' });
      for (const [foreign, absent] of pairsOn(route)) {
        const first = await seen(route, caller, foreign);
        const second = await seen(route, caller, absent);
        expect(first, `${caller.name} ${JSON.stringify(foreign)}`).toEqual(second);
      }
    }
  });

  it('makes the statements that this test counts', async () => {
    const caller = callers.find(({ name }) => name === 'partner_user session')!;
    const [route] = ROUTES.filter(({ path }) => path === '/v1/calls/summary');
    const work = (await seen(route!, caller, { client: 'none', project: 'own' })) as { texts: string[] };
    expect(work.texts.length).toBeGreaterThan(2);
    for (const table of ['projects', 'call_rollups'])
      expect(
        work.texts.filter((text) => new RegExp(`\\b${table}\\b`).test(text)),
        table,
      ).not.toEqual([]);
  });
});
