import { expect, it } from 'vitest';
import { RouteTable, type RouteEntry } from '../../../src/core/openapi/route-table.js';
import { Browser, usePortal } from '../../support/portal-browser.js';
import { close, fateOf, GlassStage } from './stage.js';

const frame = usePortal();
const { test } = frame;

/**
 * The session may repair connections, enforcement and people, and can read the state of its use.
 */
const MENDS = [
  /^\/v1\/security\/sso\//,
  /^\/v1\/portal\/people(?!.*mfa-reset)/,
  /^\/v1\/portal\/invitations(?!\/accept$|\/preview$)/,
  /^\/v1\/portal\/names$/,
  /^\/v1\/portal\/mfa\/step-up/,
  /^\/v1\/portal\/(?:session|sign-out)$/,
  /^\/v1\/security\/break-glass\/(?:open|close|uses|uses\/:use_id)$/,
];
const mayCall = ({ path }: RouteEntry): boolean => MENDS.some((it) => it.test(path));

/** Routes for people: with a token, or with the session cookie. */
const isOfPeople = ({ access }: RouteEntry): boolean =>
  access.kind === 'personal' ||
  (access.kind === 'protected'
    ? access.credentials !== 'api_key' && access.scopes.includes('client_admin')
    : access.withoutDoor?.includes('cookie') === true);

const ABSENT = '0190a0a0-0000-7000-8000-000000000000';

// break-glass 3.3
it('a break-glass session mends connections, enforcement and people, and reaches no other route', async () => {
  frame.provider.tokenSeconds = 80_000;
  const stage = await GlassStage.open(frame);
  const [holder] = await stage.holders();
  const project = await test.world.aProject(stage.tenant);
  const { browser } = await stage.opened(holder);
  const ask = async ({ method, path, access }: RouteEntry, by: Browser): Promise<[number, unknown]> => {
    const named = path
      .replace(':project_id', project)
      .replace(':client_id', stage.tenant.clientId)
      .replaceAll(/:\w+/g, ABSENT);
    const rule = access.kind === 'protected' ? access : null;
    const query = new URLSearchParams({
      ...(rule?.client === 'query' && { client_id: stage.tenant.clientId }),
      ...(rule?.project === 'query' && { project_id: project }),
    });
    const target = `/api${named}?${query.toString()}`;
    const inBody = rule?.client === 'body';
    const body = inBody ? { client_id: stage.tenant.clientId } : {};
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    return fateOf(await (verb === 'get' ? by.get(target) : by.send(verb, target, body)));
  };
  const routes = test.app
    .get(RouteTable)
    .entries()
    .filter((it) => it.path.startsWith('/v1/'));
  const ofPeople = routes.filter(isOfPeople);
  const refused: string[] = [];
  const reached: string[] = [];
  for (const route of ofPeople) {
    const name = `${route.method} ${route.path}`;
    // These routes end the session.
    if (/sign-out$|break-glass\/close$/.test(route.path)) continue;
    const fate = await ask(route, browser);
    (fate[0] === 403 && fate[1] === 'break_glass_session' ? refused : reached).push(name);
  }
  const names = (list: readonly RouteEntry[]): string[] =>
    list.map(({ method, path }) => `${method} ${path}`);
  const expected = names(ofPeople.filter(mayCall)).filter((it) => !/sign-out$|break-glass\/close$/.test(it));
  expect(reached.toSorted()).toEqual(expected.toSorted());
  expect(refused.length).toBeGreaterThan(100);
  // The other routes are for keys, machines and the public, and ignore the session.
  for (const route of routes.filter((it) => it.access.kind === 'protected' && !isOfPeople(it)))
    expect([names([route]), (await ask(route, browser))[0]]).toEqual([names([route]), 404]);
  expect((await close(browser)).status).toBe(200);
});
