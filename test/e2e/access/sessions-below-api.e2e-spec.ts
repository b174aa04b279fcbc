import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { atDepth, someOf } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { OpenIdProvider } from '../../support/openid-provider.js';
import { Browser, PORTAL_URL, withPortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';
import { essence, make, setStage } from './attempts.js';
import type { Stage } from './attempts.js';
import { bearer } from './callers.js';
import type { Caller } from './callers.js';
import { attemptsOn, EXPECTED_ROUTES, expectedStatus } from './expected-access.js';
import type { Attempt, ExpectedRoute } from './expected-access.js';

/** One person, with a token and a browser session. */
interface Person {
  readonly byToken: Caller;
  readonly bySession: Caller;
}

/** The prefix under which a session reaches a route; null if it cannot. */
function placeOf({ path }: ExpectedRoute): string | null {
  if (path.startsWith('/api/')) return '';
  return path.startsWith('/v1/') ? '/api' : null;
}

/** The body of an answer; for a PDF, whose times differ, its type. */
const contentOf = (answer: Response): unknown =>
  answer.type === 'application/pdf' ? answer.type : (essence(answer) as { body: string }).body;

// A person with a token has no session to step up.
const isForSessions = ({ path }: ExpectedRoute): boolean => path === '/v1/portal/mfa/step-up';

const ROUTES = EXPECTED_ROUTES.filter(
  (route) => !route.public && placeOf(route) !== null && !isForSessions(route),
);

describe('every route for every person, by session', () => {
  const provider = perSuite(
    () => OpenIdProvider.start(),
    (started) => started.stop(),
  );
  const test = useTestApp({
    clock: new TestClock(),
    settings: (settings) => withPortal(provider)(settings),
  });
  let stage: Stage;
  let people: Person[];

  beforeAll(async () => {
    stage = await setStage(test);
    people = [];
    // Like the tokens: without a second factor.
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    for (const role of PORTAL_ROLES) {
      const user = await test.world.aUser(stage.own, { role });
      await test.world.assignProject(user, stage.own, stage.targets.projects.own);
      const browser = new Browser(test, provider);
      expect((await browser.signIn(user.subject)).status).toBe(303);
      const token = bearerToken(user.subject, { claims: { iss: provider.issuer } });
      const cookie = { Cookie: browser.cookieHeader, Origin: PORTAL_URL };
      const who = { kind: 'bearer', scope: role } as const;
      people.push({
        byToken: { ...who, name: `${role} by token`, headers: bearer(token) },
        bySession: { ...who, name: `${role} by session`, headers: cookie },
      });
    }
  });

  /** An ordinary run makes one attempt on own data and one on other data. */
  function triedOn(route: ExpectedRoute, person: Person): readonly Attempt[] {
    const all = attemptsOn(route);
    const turn = ROUTES.indexOf(route) + people.indexOf(person);
    return atDepth({ ordinary: someOf(all, 2, turn), full: all });
  }

  /** An ordinary run tries two people for each route, and other people for the next route. */
  const triers = (route: ExpectedRoute): readonly Person[] =>
    atDepth({ ordinary: someOf(people, 2, ROUTES.indexOf(route)), full: people });

  // portal-sessions 5.1; access 6.1
  it.each(ROUTES)('answers $method $path as it does by token', async (route) => {
    const write = route.method === 'get' ? {} : { 'Content-Type': 'application/json' };
    for (const person of triers(route)) {
      const bySession = { ...person.bySession, headers: { ...person.bySession.headers, ...write } };
      for (const attempt of triedOn(route, person)) {
        // A session and a token of the same person count towards one limit.
        await test.world.sql('DELETE FROM throttle_hits');
        const asked = [bySession.name, attempt] as const;
        const answer = await make(test, stage.targets, route, bySession, attempt, placeOf(route)!);
        const direct = await make(test, stage.targets, route, person.byToken, attempt);
        expect([...asked, answer.status]).toEqual([...asked, expectedStatus(route, bySession, attempt)]);
        expect([...asked, contentOf(answer)]).toEqual([...asked, contentOf(direct)]);
      }
    }
  });
});
