import { beforeAll, describe, expect, it } from 'vitest';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import { useTestApp } from '../../support/app.js';
import { atDepth, someOf } from '../../support/depth.js';
import { TestClock } from '../../support/test-clock.js';
import { make, setStage } from './attempts.js';
import type { Stage } from './attempts.js';
import { everyCaller } from './callers.js';
import type { Caller } from './callers.js';
import { attemptsOn, EXPECTED_ROUTES, expectedStatus, isAdmitted } from './expected-access.js';
import type { Attempt, ExpectedRoute } from './expected-access.js';

describe('every route for every caller', () => {
  const test = useTestApp({ clock: new TestClock() });
  let stage: Stage;
  let callers: Caller[];

  beforeAll(async () => {
    stage = await setStage(test);
    callers = await everyCaller(test.world, stage.own, stage.targets.projects.own);
  });

  /**
   * In an ordinary run, a caller without access tries the route once, on their own data: only the
   * role decides. The others try everything of their own, and one other attempt each.
   */
  function triedOn(route: ExpectedRoute, caller: Caller): readonly Attempt[] {
    const all = attemptsOn(route);
    const isOwn = ({ client, project }: Attempt): boolean =>
      [client, project].every((target) => target === 'own' || target === 'none');
    const own = all.filter(isOwn);
    const others = all.filter((attempt) => !isOwn(attempt));
    const turn = EXPECTED_ROUTES.indexOf(route) + callers.indexOf(caller);
    const ordinary = isAdmitted(route, caller) ? [...own, ...someOf(others, 1, turn)] : own.slice(-1);
    return atDepth({ ordinary, full: all });
  }

  /**
   * More is tried than the windows of some routes hold. Callers who try a public route at once share
   * the window of their address, so those who are refused empty it and try again, the last caller
   * after all others.
   */
  async function statusOf(route: ExpectedRoute, caller: Caller, attempt: Attempt): Promise<number> {
    let status = 429;
    for (let trial = 0; status === 429 && trial <= callers.length; trial++) {
      if (trial > 0) await test.world.sql('DELETE FROM throttle_hits');
      ({ status } = await make(test, stage.targets, route, caller, attempt));
    }
    return status;
  }

  it('is in the table of expected access', () => {
    const routes = test.app.get(RouteTable).entries();
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      EXPECTED_ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
    );
  });

  // Fails if a scope is added to or removed from an @Access declaration, if `project` is left out
  // of one, or if a guard lets an unknown client_id fall back to the caller's own. access 1.5, 4.5,
  // 5.1, 5.2, 5.3, 6.1; billing 6.1, 6.2; calls-transcripts 1.1; campaigns 1.1, 1.2;
  // caller-requests 6.1, 6.2, 6.3, 6.5; partner 1.2; projects 5.5; unlocks 1.1; workspace 1.1, 4.1, 10.1
  it.each(EXPECTED_ROUTES)('answers $method $path with the status of the contract', async (route) => {
    const wrong: string[] = [];
    const tryAll = async (caller: Caller): Promise<void> => {
      for (const attempt of triedOn(route, caller)) {
        const status = await statusOf(route, caller, attempt);
        const expected = expectedStatus(route, caller, attempt);
        if (status !== expected) {
          wrong.push(
            `${caller.name}, client ${attempt.client}, project ${attempt.project}: ${status}, not ${expected}`,
          );
        }
      }
    };
    // A failed request of direct input takes 250 ms; run callers concurrently or one after another.
    if (route.public) await Promise.all(callers.map(tryAll));
    else for (const caller of callers) await tryAll(caller);
    expect(wrong).toEqual([]);
  });
});
