import type { Route } from 'playwright-core';
import type { Chapter, Visitor } from './portal-visitor.ts';

// The pictures of docs/portal, chapter by chapter.

/** The reasons for which a person sees the sign-in. */
const REASONS = [
  ['ended', 'Sign in: the session ended'],
  ['signed_out', 'Sign in: signed out'],
  ['denied', 'Sign in: refused by the identity provider'],
  ['no_access', 'Sign in: access has ended'],
  ['provider_unavailable', 'Sign in: the identity provider does not answer'],
  ['expired', 'Sign in: it took too long'],
  ['limited', 'Sign in: too many attempts'],
  ['failed', 'Sign in: failed on our side'],
  ['not_linked', 'Sign in: an account of the directory without a person here'],
] as const;

const slug = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home';

/** Every page of the menu and its first detail, except those that an earlier chapter has shown. */
export async function pagesOf(visitor: Visitor, chapter: Chapter, shown: Set<string>): Promise<void> {
  for (const { name, path } of await visitor.menu()) {
    if (shown.has(path)) continue;
    shown.add(path);
    await visitor.open(path);
    await visitor.take(chapter, slug(path), name);
    if (await visitor.openFirst(path)) await visitor.take(chapter, `${slug(path)}-detail`, `${name}: detail`);
  }
}

export async function states(visitor: Visitor, chapter: Chapter): Promise<void> {
  const answer =
    (status: number, body: object, headers: Record<string, string> = {}) =>
    (route: Route) =>
      route.fulfill({ status, contentType: 'application/json', headers, body: JSON.stringify(body) });
  const error = (status: number, code: string, message: string) => ({
    error: { code, message, status, request_id: '0c8f1a52-7d0e-4c7c-9d53-1b7f2a6f9e10', details: {} },
  });
  const summary = /\/api\/v1\/calls\/summary/;
  await visitor.openWith('/analytics', summary, () => new Promise(() => undefined));
  await visitor.see('status');
  await visitor.take(chapter, 'state-loading', 'Loading: the shape of what comes');
  await visitor.openWith('/analytics', summary, answer(503, error(503, 'unavailable', 'Not available.')));
  await visitor.see('alert');
  await visitor.take(
    chapter,
    'state-unavailable',
    'Unavailable: a store does not answer, the rest of the page does',
  );
  const limited = answer(429, error(429, 'rate_limited', 'Too many requests.'), { 'retry-after': '12' });
  await visitor.openWith('/calls', /\/api\/v1\/calls\/list/, limited);
  await visitor.see('alert');
  await visitor.take(chapter, 'state-limited', 'Too many requests: when to try again');
  await visitor.openWith('/calls?range=2020-01-01..2020-01-02', /\/api\/v1\/calls\/list/, (route) =>
    route.continue(),
  );
  await visitor.see('status');
  await visitor.take(chapter, 'state-empty', 'Empty: what would be here, and the next step');
  await visitor.openWith('/calls/no-such-call', /no-such-call$/, (route) => route.continue());
  await visitor.take(chapter, 'state-absent', 'Absent, or not for this person: one answer for both');
  const failed = error(
    500,
    'internal_error',
    'An internal error occurred. Retry; if it happens again, report the request ID.',
  );
  const named = { 'x-request-id': failed.error.request_id };
  await visitor.openWith('/status', /\/api\/v1\/status/, answer(500, failed, named));
  await visitor.see('alert');
  await visitor.take(chapter, 'state-failed', 'Failed on our side: the id of the request');
  await visitor.openWith('/alerts', /\/api\/v1\/alerts/, async (route) => {
    const read = await route.fetch();
    const list = (await read.json()) as object;
    const unavailable = { unavailable_kinds: ['capacity_blocked'], open_count: null };
    await route.fulfill({ response: read, json: { ...list, ...unavailable } });
  });
  await visitor.settle();
  await visitor.see('status');
  await visitor.take(chapter, 'state-unknown', 'Some sources do not answer: what is not known is named');
  await visitor.open('/billing');
  await visitor.press('button', 'Add alert');
  await visitor.fill('Percent', '80');
  await visitor.endSession();
  await visitor.press('button', 'Save');
  await visitor.seeText(/^Your session ended/);
  await visitor.take(
    chapter,
    'state-ended',
    'The session has ended in the middle of a form: what was typed stays',
  );
}

/** The sign-in with each of its reasons, and an invitation without its link. */
export async function signIn(visitor: Visitor, chapter: Chapter): Promise<void> {
  await visitor.openPlain('/sign-in');
  await visitor.take(chapter, 'sign-in', 'Sign in');
  for (const [reason, title] of REASONS) {
    await visitor.openPlain(`/sign-in?reason=${reason}`);
    await visitor.take(chapter, `sign-in-${reason.replaceAll('_', '-')}`, title);
  }
  await visitor.openPlain('/invitations');
  await visitor.take(chapter, 'invitation', 'An invitation, opened without its link');
}

/** Pages of one role, named after it. */
export const rolesOf = (visitor: Visitor, chapter: Chapter, role: string): Promise<void> =>
  pathsOf(visitor, chapter, ['/alerts', '/status'], role);

/** These pages, named with a suffix. */
export async function pathsOf(
  visitor: Visitor,
  chapter: Chapter,
  paths: readonly string[],
  suffix: string,
): Promise<void> {
  for (const path of paths) {
    await visitor.open(path);
    await visitor.take(chapter, `${slug(path)}-${suffix}`, path);
  }
}

/** Takes pictures of the settings tabs about a client. */
export async function settingsOf(visitor: Visitor, chapter: Chapter): Promise<void> {
  for (const [tab, title] of [
    ['people', 'Settings: people'],
    ['privacy', 'Settings: privacy'],
    ['allowlist', 'Settings: networks'],
  ] as const) {
    await visitor.open(`/settings?tab=${tab}`);
    await visitor.take(chapter, `settings-${tab}`, title);
  }
}

/** Dialogs, drawers and tabs that lead to a result. */
export async function stepsOf(visitor: Visitor, chapter: Chapter): Promise<void> {
  await visitor.open('/clients?open=summary&client_id=acme-dental');
  await visitor.take(chapter, 'clients-summary', 'Clients: the summary of one');
  await visitor.open('/settings?tab=clients');
  await visitor.take(chapter, 'settings-clients', 'Settings: clients');
  await visitor.press('button', 'Add a client');
  await visitor.seeDialog();
  await visitor.take(chapter, 'clients-add', 'Settings: add a client');
  await visitor.open('/calls');
  await visitor.press('button', 'Export');
  await visitor.seeDialog();
  await visitor.take(chapter, 'calls-export', 'Calls: export');
  for (const [tab, title] of [
    ['webhooks', 'Integrations: webhooks'],
    ['capacity', 'Integrations: capacity'],
    ['catalogs', 'Integrations: catalogues'],
  ] as const) {
    await visitor.open(`/integrations?tab=${tab}`);
    await visitor.take(chapter, `integrations-${tab}`, title);
  }
  await visitor.open('/integrations?tab=webhooks');
  await visitor.press('link', /127\.0\.0\.1/);
  await visitor.take(chapter, 'integrations-webhook', 'Integrations: a webhook and its deliveries');
  await visitor.open('/campaigns/new');
  await visitor.take(chapter, 'campaigns-new', 'Campaigns: a new one');
  await visitor.open('/analytics');
  await visitor.type('?');
  await visitor.seeDialog();
  await visitor.take(chapter, 'keys', 'Keys, at a press of ?');
  await visitor.type('Escape');
  await visitor.type('Control+k');
  await visitor.seeDialog();
  await visitor.take(chapter, 'palette', 'The palette, at Ctrl K');
}
