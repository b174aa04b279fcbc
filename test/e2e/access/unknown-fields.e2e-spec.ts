import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../../src/core/openapi/openapi.js';
import type { RouteEntry } from '../../../src/core/openapi/route-table.js';
import { atDepth, someOf } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { AdmittedRequests, isServed } from './admitted-requests.js';
import type { ServedRoute, Verb } from './admitted-requests.js';

const UNKNOWN = 'not_a_field';

/** Their bodies are lists and tables, whose contract pages define the fields of a record. */
const OF_RECORDS = [
  'POST /internal/v1/calls',
  'POST /internal/v1/messages',
  'POST /v1/outbound-campaigns/:campaign_id/contacts/import',
  'POST /v1/outbound-campaigns/:campaign_id/contacts/import-json',
  'POST /v1/outbound-campaigns/:campaign_id/registry-wash-results',
  'PUT /v1/projects/:project_id/knowledge/sources/:source_id/content',
  'PUT /v1/support/tickets/:ticket_id/attachments/:attachment_id/parts/:n',
];

/** Bodies with several variants, for which the document has no example. */
const WITHOUT_EXAMPLE: Readonly<Record<string, object>> = {
  'RuntimeTestsController.recordTestCallReport': { state: 'failed' },
  'RuntimeTestsController.recordConversationReport': { state: 'error' },
};

// requests 3.5
describe('what a route does not know', () => {
  const test = useSharedApp();
  let admitted: AdmittedRequests;
  let document: OpenAPIObject;

  beforeAll(async () => {
    admitted = await AdmittedRequests.open(test);
    document = wholeOpenApi(test.app, 'everything');
  });
  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const routes = (): readonly RouteEntry[] => admitted.routes();

  /** The document's example for this route's body. */
  function exampleOf({ method, path, handler }: RouteEntry): object {
    const planted = WITHOUT_EXAMPLE[handler];
    if (planted) return planted;
    const item = document.paths[path.replace(/:(\w+)/g, '{$1}')]!;
    const body = item[method.toLowerCase() as Verb]?.requestBody as
      { content: Record<string, { example?: object }> } | undefined;
    return body?.content['application/json']?.example ?? {};
  }

  async function ask(route: ServedRoute, query: object, inBody: object): Promise<Response> {
    const { access, method } = route;
    const request = admitted.prepare(route, query);
    if (method === 'GET') return request;
    if (access.body?.types.includes('text/csv')) return request.set('Content-Type', 'text/csv').send('a,b');
    if (access.body?.types.includes('application/octet-stream'))
      return request.set('Content-Type', 'application/octet-stream').send('a');
    const example = exampleOf(route);
    if (Array.isArray(example)) return request.send(example);
    return request.send({
      ...example,
      ...(access.client === 'body' && { client_id: admitted.stage.own.clientId }),
      ...inBody,
    });
  }

  const refuses = ({ status, text }: Response): boolean =>
    [400, 422].includes(status) && text.includes(UNKNOWN);

  async function passedOver(asked: readonly ServedRoute[], query: object, inBody: object): Promise<string[]> {
    const wrong: string[] = [];
    for (const route of asked) {
      const response = await ask(route, query, inBody);
      if (!refuses(response))
        wrong.push(`${route.method} ${route.path}: ${response.status} ${response.text}`);
    }
    return wrong;
  }

  it('is refused in the query of every route', async () => {
    expect(await passedOver(routes().filter(isServed), { [UNKNOWN]: '1' }, {})).toEqual([]);
  });

  it('is refused in the body of every route, also where none is wanted', async () => {
    const asked = routes()
      .filter(isServed)
      .filter(({ method, path }) => method !== 'GET' && !OF_RECORDS.includes(`${method} ${path}`));
    expect(await passedOver(asked, {}, { [UNKNOWN]: '1' })).toEqual([]);
  });

  // A load balancer may append parameters to the address that it requests; only the billing
  // provider knows the fields of its responses.
  it('is passed over where nothing of a request is read: on public and on closed routes', async () => {
    const others = routes().filter((route) => !isServed(route));
    // The snapshot of routes lists every public one.
    const closed = others.filter(({ access }) => access.kind === 'protected');
    expect(closed.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /v1/projects/:project_id']);
    await test
      .request()
      .get('/')
      .query({ [UNKNOWN]: '1' })
      .expect(200);
    await test
      .request()
      .get('/v1/health')
      .query({ [UNKNOWN]: '1' })
      .expect(200);
  });

  // requests 3.7
  it('is named where a required parameter is missing, on every route', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of routes().filter(isServed)) {
      const item = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]!;
      const { parameters = [] } = item[route.method.toLowerCase() as Verb] ?? {};
      const required = parameters.flatMap((it) =>
        'in' in it && it.in === 'query' && it.required === true && it.name !== 'client_id' ? [it.name] : [],
      );
      for (const name of required) {
        asked += 1;
        const given = { start_date: '2026-10-01', end_date: '2026-10-31', from: '1', to: '1', range: '24h' };
        const others = Object.fromEntries(
          required.filter((it) => it !== name && it in given).map((it) => [it, given[it as 'from']]),
        );
        const response = await admitted.prepare(route, others, name);
        const isNamed = [400, 422].includes(response.status) && response.text.includes(name);
        if (!isNamed)
          wrong.push(`${route.method} ${route.path} without ${name}: ${response.status} ${response.text}`);
      }
    }
    expect(asked).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  // access 7.2; requests 3.1, 3.4; errors 2.7
  it.each([
    ['JSON that breaks off', 'application/json', '{"calls": [', [400]],
    ['another type', 'application/xml', '<calls/>', [415]],
    ['more than the route accepts', 'application/json', 'x'.repeat(11 * 1024 * 1024), [413, 422]],
    ['a number', 'application/json', '7', [400, 422]],
    ['null', 'application/json', 'null', [400, 422]],
    ['a list', 'application/json', '[]', [400, 422]],
  ])(
    'every route rejects a body of %s from a permitted caller for that reason',
    async (what, type, body, expected) => {
      const wrong: string[] = [];
      const written = routes()
        .filter(isServed)
        .filter(({ method }) => method !== 'GET');
      // Eleven megabytes take a while; all routes use the same code to count them.
      const few = atDepth({ ordinary: someOf(written, 15, 0), full: written });
      for (const route of body.length > 1000 ? few : written) {
        const { method, path, access } = route;
        const response = await admitted.prepare(route, {}).set('Content-Type', type).send(body);
        const isOfRecords = OF_RECORDS.includes(`${method} ${path}`);
        const isReported =
          expected.includes(response.status) &&
          (isOfRecords ||
            !['7', 'null', '[]'].includes(body) ||
            response.text.includes('must be a JSON object'));
        const hasOtherTypes = access.body !== undefined && !access.body.types.includes('application/json');
        if (!isReported && !(hasOtherTypes && response.status === 415))
          wrong.push(`${method} ${path}, ${what}: ${response.status} ${response.text.slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
