import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';
import type { SessionPersonResponse } from '../../../src/features/portal/sessions/sessions.response.js';
import { usePortal } from '../../support/portal-browser.js';
import { EXPECTED_ROUTES } from '../access/expected-access.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const { test, tenant, signedIn } = usePortal();
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;

/**
 * They admit every role in order to refuse it themselves; `getExportCapabilities` says who may
 * export.
 */
const REFUSED_BY_THE_ROUTE = ['exportCalls', 'previewExport'];

/** The operation of a route in the table; internal routes are not in the document. */
const operationOf = (method: string, path: string): string =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]?.operationId ?? `${method} ${path}`;

// portal-sessions 6.8
describe('the session of a person', () => {
  it.each(PORTAL_ROLES)('names the operations of %s, as the table of access has them', async (role) => {
    const person = await test.world.aUser(tenant, { role, isDefault: true });
    const answer = await (await signedIn(person)).get('/v1/portal/session');
    const { roles } = answer.body as SessionPersonResponse;
    const expected = EXPECTED_ROUTES.filter((it) => !it.personal && it.sessions.includes(role)).map((it) =>
      operationOf(it.method, it.path),
    );
    expect(roles.map((it) => it.role)).toEqual([role]);
    expect(roles[0]!.operations.toSorted()).toEqual(
      [...new Set([...expected, ...REFUSED_BY_THE_ROUTE])].sort(),
    );
  });
});
