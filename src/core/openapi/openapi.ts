import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { AccessRule } from '../auth/access-rule.js';
import {
  CALLERS_EXTENSION,
  SCHEMAS_EXTENSION,
  WEBHOOKS_EXTENSION,
  type Operation,
} from '../http/openapi-extensions.js';
import { ACCESS_EXTENSION } from '../auth/access.decorator.js';
import { IDEMPOTENCY_EXTENSION, type IdempotencyRule } from '../idempotency/idempotency-rule.js';
import { NAME_EXTENSION, shareComponents } from './openapi-components.js';
import { ERROR_SCHEMAS } from './openapi-error-schemas.js';
import { errorResponses, isClosed } from './openapi-errors.js';
import {
  completeRequestBody,
  completeResponses,
  dropDerivableExamples,
  leaveOptionalsEmpty,
} from './openapi-examples.js';
import { describeHeaders, RESPONSE_HEADERS } from './openapi-headers.js';
import { toJsonSchema2020 } from './openapi-nullable.js';
import { closeRequests, pruneSchemas, reachedFrom } from './openapi-schemas.js';
import { shareSchemas } from './openapi-shared-schemas.js';
import { NAMED_SCHEMAS } from '../http/schemas/schema-parts.js';
import { EmptyBody } from '../http/fields/empty.request.js';
import type { Tag } from '../registry/feature.js';
import { Registry } from '../registry/registry.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

// As in package.json: there is no licence for others. 3.1 requires an identifier if a licence has
// no address.
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

const EITHER: Record<string, string[]>[] = [{ ApiKey: [] }, { Bearer: [] }];

/** Declares the body of a route that takes no fields; the document then shows no body. */
const NO_BODY = getSchemaPath(EmptyBody);

type Audience = 'public' | 'everything';

/**
 * The OpenAPI 3.1 document (requests 1.2), from the declarations that the guards enforce. Repeated
 * parts are in the components once.
 * @param audience `public` leaves internal routes out; `everything` is for checking answers in
 *   tests
 */
export function buildOpenApi(app: INestApplication, audience: Audience): OpenAPIObject {
  const { document, named } = describeRoutes(app, audience);
  const operations = operationsOf(document);
  dropDerivableExamples(
    operations.map(({ requestBody }) => requestBody),
    document.components?.schemas,
  );
  shareSchemas(document, named);
  shareComponents(document, operations);
  shareSecurity(document);
  return document;
}

/** The same document with every response, parameter and field written out, for tests. */
export const wholeOpenApi = (app: INestApplication, audience: Audience): OpenAPIObject =>
  describeRoutes(app, audience).document;

interface Described {
  readonly document: OpenAPIObject;
  /** All schemas with a name, whether or not a published route refers to them. */
  readonly named: Readonly<Record<string, Record<string, unknown>>>;
}

function describeRoutes(app: INestApplication, audience: Audience): Described {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Telephony Platform API')
    .setVersion('1')
    .setDescription(
      'AI voice calls for partners and customer organisations. Every protected answer is scoped to the ' +
        "caller's client and data environment; anything else is 404. Each operation names the roles and scopes " +
        'that may call it; all others get 404.',
    )
    .addServer('/')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'ApiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'Bearer')
    .build();
  config.info.license = LICENSE;
  const document = SwaggerModule.createDocument(app, config, {
    // Handlers are named as the calls of a generated client: `listCalls`, `rotateApiKey`.
    operationIdFactory: (_, handler) => handler,
  });
  document.components = { ...document.components, schemas: { ...document.components?.schemas } };
  const webhooks = {};
  const hidden: Operation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const rule = takeRule(operation);
      Object.assign(document.components.schemas!, takeExtension(operation, SCHEMAS_EXTENSION));
      Object.assign(webhooks, takeExtension(operation, WEBHOOKS_EXTENSION));
      if (audience === 'public' && rule.internal) {
        delete item[method];
        hidden.push(operation);
        continue;
      }
      describe(operation, rule, method !== 'get');
      completeRequestBody(operation.requestBody, document.components.schemas);
      completeResponses(operation.responses, document.components.schemas);
    }
    if (METHODS.every((method) => !item[method])) delete document.paths[path];
  }
  Object.assign(document.components.schemas!, ERROR_SCHEMAS, NAMED_SCHEMAS);
  document.components.headers = RESPONSE_HEADERS;
  Object.assign(document, { webhooks });
  document.tags = usedTags(document, app.get(Registry).tags);
  closeRequests(document);
  const described = toJsonSchema2020(document);
  const schemas = { ...described.components!.schemas } as Described['named'];
  pruneSchemas(described);
  const ofHidden = reachedFrom(hidden, schemas);
  const named = Object.entries(schemas).filter(([name]) => !ofHidden.has(name));
  return { document: described, named: Object.fromEntries(named) };
}

/** Credentials of most operations are in the document once. */
function shareSecurity(document: OpenAPIObject): void {
  document.security = EITHER;
  for (const operation of operationsOf(document)) {
    if (JSON.stringify(operation.security) === JSON.stringify(EITHER)) delete operation.security;
  }
}

const operationsOf = ({ paths }: OpenAPIObject): Operation[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

/** The tags of this document's routes: those of internal routes stay out of the public one. */
function usedTags(document: OpenAPIObject, known: readonly Tag[]): NonNullable<OpenAPIObject['tags']> {
  const used = new Set(operationsOf(document).flatMap(({ tags = [] }) => tags));
  return known.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}

function takeRule(operation: Operation): AccessRule {
  const extended = operation as Operation & { [ACCESS_EXTENSION]?: AccessRule };
  const rule = extended[ACCESS_EXTENSION] ?? { kind: 'public', surface: 'general' };
  delete extended[ACCESS_EXTENSION];
  return rule;
}

type Lifted = typeof SCHEMAS_EXTENSION | typeof WEBHOOKS_EXTENSION;

function takeExtension(operation: Operation, name: Lifted): object | undefined {
  const extended = operation as Operation & { [Name in Lifted]?: object };
  const { [name]: value } = extended;
  delete extended[name];
  return value;
}

function describe(operation: Operation, rule: AccessRule, isWrite: boolean): void {
  if (JSON.stringify(operation.requestBody)?.includes(NO_BODY)) delete operation.requestBody;
  operation.security = securityOf(rule);
  if (rule.kind === 'protected') {
    Object.assign(operation, { [CALLERS_EXTENSION]: isClosed(rule) ? [] : rule.scopes });
    const callers = isClosed(rule) ? 'All callers get 404.' : `Callers: ${rule.scopes.join(', ')}.`;
    operation.description = [operation.description, callers].filter(Boolean).join('\n\n');
  }
  operation.responses = {
    ...errorResponses(operation, rule, isWrite),
    ...(isClosed(rule) ? {} : operation.responses),
  };
  describeHeaders(operation);
  leaveOptionalsEmpty(operation);
  describeKey(operation);
}

/** Describes the Idempotency-Key header, from the declaration that the interceptor follows. */
function describeKey(operation: Operation): void {
  const extended = operation as Operation & { [IDEMPOTENCY_EXTENSION]?: IdempotencyRule };
  const rule = extended[IDEMPOTENCY_EXTENSION];
  if (!rule) return;
  delete extended[IDEMPOTENCY_EXTENSION];
  const { key, required, minLength, maxLength } = rule;
  operation.parameters = [
    ...(operation.parameters ?? []),
    Object.assign({ [NAME_EXTENSION]: keyName(rule) }, {
      name: 'Idempotency-Key',
      in: 'header',
      required: required && key === 'header',
      description:
        'Requests with the same key do the work once; a repeated request gets the first response again, ' +
        `with Idempotent-Replayed.${key === 'header' ? '' : ' May be sent in the body as idempotency_key instead.'}`,
      schema: { type: 'string', minLength, maxLength, pattern: '^[\\x21-\\x7e]+$' },
    } as const),
  ];
}

/** The name of a key that a route requires, accepts, or also accepts in the body. */
function keyName({ key, required }: IdempotencyRule): string {
  if (key !== 'header') return 'IdempotencyKeyOrField';
  return required ? 'IdempotencyKey' : 'OptionalIdempotencyKey';
}

function securityOf(rule: AccessRule): Record<string, string[]>[] {
  if (rule.kind === 'public') return [];
  if (rule.kind === 'personal') return [{ Bearer: [] }];
  if (rule.credentials === 'bearer') return [{ Bearer: [] }];
  if (rule.credentials === 'api_key') return [{ ApiKey: [] }];
  return EITHER;
}
