import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RouteTable } from '../../../src/core/http/route-table.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { make, setStage } from './attempts.js';
import type { Stage } from './attempts.js';
import { everyCaller } from './callers.js';
import type { Caller } from './callers.js';
import { attemptsOn, EXPECTED_ROUTES, expectedStatus } from './expected-access.js';

describe('every route for every caller', () => {
  let test: TestApp;
  let stage: Stage;
  let callers: Caller[];

  beforeAll(async () => {
    test = await startTestApp({ clock: new TestClock() });
    stage = await setStage(test);
    callers = await everyCaller(test.world, stage.own, stage.targets.projects.own);
  });
  afterAll(() => test.close());

  it('stands in the table of what is expected', () => {
    const routes = test.app.get(RouteTable).entries();
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      EXPECTED_ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
    );
  });

  // Turns red when a scope is added to or taken from an @Access declaration, when `project` is left out of one,
  // and when a guard lets an unknown client_id fall back to the caller's own.
  // access 1.5, 4.5, 5.1, 5.2, 5.3, 6.1; projects 5.5; workspace 1.1, 4.1, 10.1
  it.each(EXPECTED_ROUTES)('answers $method $path with the status of the contract', async (route) => {
    const wrong: string[] = [];
    for (const caller of callers) {
      // More attempts than the windows of some routes hold.
      await test.world.sql('DELETE FROM throttle_hits');
      for (const attempt of attemptsOn(route)) {
        const { status } = await make(test, stage.targets, route, caller, attempt);
        const expected = expectedStatus(route, caller, attempt);
        if (status !== expected) {
          wrong.push(
            `${caller.name}, client ${attempt.client}, project ${attempt.project}: ${status}, not ${expected}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
