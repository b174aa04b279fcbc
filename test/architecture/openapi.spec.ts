import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../../src/core/openapi/openapi-examples.js';
import { buildOpenApi, wholeOpenApi } from '../../src/core/openapi/openapi.js';
import { RouteTable } from '../../src/core/openapi/route-table.js';
import { useSharedApp } from '../support/shared-app.js';

interface Operation {
  readonly summary?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Body>>;
}

interface Body {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
  /** For a status with several codes: one example for each code. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/**
 * The verb of an operation. Choose a new one with care: generated clients use it in method names.
 */
const VERBS =
  'get|list|count|compare|preview|download|export|import|ingest|create|save|edit|update|patch|replace|delete|remove|' +
  'rotate|revoke|archive|restore|assign|record|validate|publish|rollback|request|transition|take|test|unmask|run|pause|' +
  'resume|cancel|redeliver|recover|end|preview|stream|discard|clone|approve|withdraw|start|finish|choose|' +
  'find|change|activate|disable|add|verify|explain|deactivate|reactivate|invite|resend|accept|acknowledge|mark|submit|deny|' +
  'begin|confirm|reset|prove|open|close|sign|search|write|redact|attach|detach|check|put|finalise';

/** Instants and days whose names do not follow the rule that later ones follow (requests 9.1). */
const OLDER_INSTANTS = [
  ...[
    'answered_at',
    'approved_at',
    'archived_at',
    'billing_period_end',
    'billing_period_start',
    'checked_at',
  ],
  ...[
    'created_at',
    'deleted_at',
    'deployed_at',
    'due_date',
    'end_date',
    'ended_at',
    'expires_at',
    'issued_at',
  ],
  ...['paid_at', 'period_end', 'period_start', 'published_at', 'reached_at', 'refreshed_at', 'requested_at'],
  ...['restored_at', 'runtime_reported_at', 'since', 'start_date', 'start_local', 'started_at', 'taken_at'],
  ...['until', 'updated_at', 'used_at', 'withdrawn_at'],
];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf(document: OpenAPIObject): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
}

/** If a body has a single schema, readers assemble its example from those of its properties. */
const exampleAtSchema = (document: OpenAPIObject, { schema }: Body): unknown =>
  schema?.$ref && exampleOf(schema, document.components?.schemas ?? {});

function bodiesOf(document: OpenAPIObject) {
  return operationsOf(document).flatMap(([name, { responses }]) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content ?? {}).flatMap(([type, { examples, ...body }]) =>
        examples === undefined
          ? [{ name: `${name} ${status}`, type, example: exampleAtSchema(document, body), ...body }]
          : Object.entries(examples).map(([code, { value }]) => ({
              name: `${name} ${status} ${code}`,
              type,
              ...body,
              example: value,
            })),
      ),
    ),
  );
}

interface Field {
  /** `Schema.field` */
  readonly name: string;
  readonly schema: string;
  readonly field: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isInstant: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemasOf = (document: OpenAPIObject): [string, Schema][] =>
  Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);

/** The fields of all bodies, in requests and responses. */
const fieldsOf = (document: OpenAPIObject): Field[] =>
  schemasOf(document).flatMap(([schema, { properties = {}, required = [] }]) =>
    Object.entries(properties).map(([field, value]) => ({
      name: `${schema}.${field}`,
      schema,
      field,
      description: value.description ?? '',
      isRequired: required.includes(field),
      isInstant: JSON.stringify(value).includes('"date-time"'),
    })),
  );

/** Names of the schemas that a part of the document refers to, directly or indirectly. */
function referredBy(document: OpenAPIObject, part: unknown): Set<string> {
  const schemas = new Map(schemasOf(document));
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/([^"]+)/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      visit(schemas.get(name!));
    }
  };
  visit(part);
  return found;
}

describe('the OpenAPI document', () => {
  const test = useSharedApp();
  let document: OpenAPIObject;
  /** The document with every reference resolved. */
  let whole: OpenAPIObject;

  beforeAll(async () => {
    document = buildOpenApi(test.app, 'public');
    whole = wholeOpenApi(test.app, 'public');
  });

  // requests 1.6: the difference shows a route or a field that was published before and is gone, and
  // callers may use it. Put it back. After an addition run `npm run openapi`.
  it('is the one that is committed', () => {
    const committed: unknown = JSON.parse(
      readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
    );
    expect(JSON.parse(JSON.stringify(document))).toEqual(committed);
  });

  it('comes out the same each time', () => {
    expect(JSON.stringify(buildOpenApi(test.app, 'public'))).toBe(JSON.stringify(document));
  });

  it('is what the application hands out', async () => {
    const response = await test.request().get('/openapi.json').expect(200);
    expect(response.body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is of version 3.1 and holds nothing of 3.0', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  // requests 1.2
  it('holds every public route and no internal one', () => {
    const routes = test.app.get(RouteTable).entries();
    const isPublished = ({ access }: (typeof routes)[number]) => !access.internal;
    const published = routes.filter(isPublished).map(({ method, path }) => `${method} ${path}`);
    const named = (name: string) => name.replace(/\{(\w+)\}/g, ':$1');
    expect(
      operationsOf(document)
        .map(([name]) => named(name))
        .sort(),
    ).toEqual(published.sort());
    expect(JSON.stringify(document.paths)).not.toContain('/internal');
  });

  // errors 1.10
  it('shows wrong fields as the 400 of a domain route, with a body or without', () => {
    const { post } = whole.paths['/v1/compliance/caller-requests'] as {
      post: Operation;
    };
    const { examples } = post.responses['400']?.content?.['application/json'] ?? {};
    const shown = { code: 'validation_failed', field_errors: expect.anything() as unknown };
    expect(examples?.['validation_failed']?.value).toMatchObject(shown);
  });

  it('sums up every operation', () => {
    expect(operationsOf(whole).filter(([, { summary }]) => !summary)).toEqual([]);
  });

  it('names every operation by verb and noun, internal ones too, and no two alike', () => {
    const ids = operationsOf(wholeOpenApi(test.app, 'everything')).map(([, { operationId }]) => operationId);
    expect(ids.filter((id) => !new RegExp(`^(${VERBS})([A-Z][a-z]*)+$`).test(id ?? ''))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('puts every operation under one tag, and describes the tags it uses', () => {
    const used = operationsOf(whole).map(([, { tags = [] }]) => tags);
    expect(used.filter(({ length }) => length !== 1)).toEqual([]);
    expect(whole.tags?.map(({ name }) => name).sort()).toEqual([...new Set(used.flat())].sort());
    expect(whole.tags?.filter(({ description }) => !description)).toEqual([]);
  });

  it('describes every response', () => {
    const silent = operationsOf(whole).flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([, { description }]) => !description)
        .map(([status]) => `${name} ${status}`),
    );
    expect(silent).toEqual([]);
  });

  it('says what 401, 404 and 500 mean once for all operations that have the same shape of errors', () => {
    const own = Object.values(document.paths).flatMap((item) =>
      METHODS.flatMap((method) => {
        const { responses = {} } =
          (item as Record<string, { responses?: Record<string, object> }>)[method] ?? {};
        return ['401', '404', '500']
          .filter((status) => responses[status] && !('$ref' in responses[status]))
          .map((status) => JSON.stringify([status, responses[status]]));
      }),
    );
    // A schema that only one operation uses is written inline.
    expect(own.filter((shape, index) => own.indexOf(shape) !== index)).toEqual([]);
  });

  it('gives every body a schema and an example', () => {
    const bare = bodiesOf(whole).filter(
      ({ schema, example }) => schema === undefined || example === undefined,
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('gives examples that keep to their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema({ $id: 'doc', components: whole.components });
    // Most bodies share a schema, and compiling a validator takes longer than checking all
    // examples.
    const made = new Map<string, ValidateFunction>();
    const validatorOf = (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
      const validate = made.get(text) ?? ajv.compile(JSON.parse(text) as object);
      made.set(text, validate);
      return validate;
    };
    const wrong = bodiesOf(whole).flatMap(({ name, schema, example }) => {
      const validate = validatorOf(schema ?? {});
      return validate(example)
        ? []
        : [{ name, errors: validate.errors?.map((e) => `${e.instancePath} ${e.message}`) }];
    });
    expect(wrong).toEqual([]);
  });

  // errors 1.1
  // partner-clients 1.5
  it('answers errors in the envelope of the route', () => {
    const general =
      /^\/(v1\/(calls|outbound-campaigns|outbound-settings|dispatches|direct-input|support|compliance\/calls|public|definitions|explanations)|internal\/v1)(\/|$)/;
    const domain = /^\/v1\/(compliance\/caller-requests|billing|portal|email-routing|alerts|status)(\/|$)/;
    const exported = /^\/v1\/calls\/(export(\/|$)|:call_id\/(transcript-download|transcript\/pdf)$)/;
    const ofProjects = /^\/v1\/projects\/:project_id\/(billing-config|billing-summary)$/;
    const partner = /^\/(v1\/(partner|privacy|catalogs|capacity|projects)|api\/partner-clients)(\/|$)/;
    const envelopeOf = (method: string, path: string): string => {
      if (path === '/' || path === '/v1/health') return 'health';
      if (domain.test(path)) return 'domain';
      if (exported.test(path)) return 'export';
      if (general.test(path) || ofProjects.test(path)) return 'general';
      if (method === 'PUT' && path === '/v1/projects/:project_id') return 'general';
      if (path.startsWith('/v1/security/')) return 'security';
      return partner.test(path) ? 'partner' : 'not in the table';
    };
    const others = test.app
      .get(RouteTable)
      .entries()
      .map(({ method, path, access }) => [`${method} ${path}`, access.surface, envelopeOf(method, path)])
      .filter(([, declared, promised]) => declared !== promised);
    expect(others).toEqual([]);
  });

  // calls 7.7, 8.7
  it('says what to show of a call', () => {
    const described = (schema: string, field: string): string =>
      fieldsOf(whole).find(({ name }) => name === `${schema}.${field}`)?.description ?? '';
    expect(described('CallSummaryResponse', 'currency')).toMatch(/USD/);
    const categories = described('CallOutcomesResponse', 'categories');
    expect(categories).toMatch(/unclassified.*business shares/);
    expect(categories).toMatch(/caller_hangup.*apart from abandoned/);
    expect(categories).toMatch(/no wedge for an empty range/);
  });

  // requests 1.5
  it('names fields in snake_case, and says of each answer that lacks one when it does', () => {
    // The envelope of exports (errors 1.4), and role names.
    const others = ['messageKey', 'read-only', 'full-access'];
    const fields = fieldsOf(whole);
    expect(
      fields.filter(({ field }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(field) && !others.includes(field)),
    ).toEqual([]);
    // A saved configuration is returned as it was sent; errors section 1 describes the content of
    // errors.
    const roots = schemasOf(whole).filter(([name]) =>
      /Configuration$|^ConversationScript$|Error$/.test(name),
    );
    const saved = new Set([...roots.map(([name]) => name), ...referredBy(whole, roots)]);
    const responses = operationsOf(whole).map(([, operation]) => operation.responses);
    const answers = referredBy(whole, responses);
    const silent = fields.filter(
      ({ schema, isRequired, description }) =>
        answers.has(schema) &&
        !saved.has(schema) &&
        !isRequired &&
        !/absent|left out|only|once|present (?:if|when)|with\b/i.test(description),
    );
    const remedy = 'Say in the description of the field when it is absent ("Only if ..."), or answer null';
    expect(
      silent.map(({ name }) => name),
      remedy,
    ).toEqual([]);
  });

  // requests 9.1
  it('ends the names of instants in _utc, except older ones', () => {
    const instants = fieldsOf(whole).filter(({ isInstant, field }) => isInstant && !field.endsWith('_utc'));
    const names = [...new Set(instants.map(({ field }) => field))].toSorted();
    expect(names, 'A new field that holds an instant ends in _utc').toEqual(OLDER_INSTANTS);
  });
});
