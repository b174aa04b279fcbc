import type { AccessRule } from '../auth/access-rule.js';
import { STEP_UP_EXTENSION } from '../auth/step-up.js';
import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import { envelopeFor, type ErrorForm, type Surface } from '../http/errors/envelopes.js';
import { PlatformError, unprocessable, validationFailed } from '../shared/platform-error.js';
import { IDEMPOTENCY_EXTENSION } from '../idempotency/idempotency-rule.js';
import { RATE_LIMIT_EXTENSION } from '../rate-limit/rate-limit.decorator.js';
import type { Operation } from '../http/openapi-extensions.js';
import { NAME_EXTENSION, pascalCase } from './openapi-components.js';
import { entryOfRoute, onlyFailureOf } from '../server/route-errors.policy.js';

type Responses = Operation['responses'];

const SCHEMA_OF: Record<Surface, string> = {
  general: 'GeneralError',
  validation: 'GeneralError',
  partner: 'PartnerError',
  domain: 'DomainError',
  export: 'ExportError',
  security: 'SecurityError',
  health: 'GeneralError',
};

const EXAMPLE_REQUEST_ID = '7f9c2c1e-3f0a-4c55-9d1b-0f6a4c1f2b3d';

/** A route that no caller may use, where no part of a request is read. */
export const isClosed = (rule: AccessRule): boolean => rule.kind === 'protected' && rule.scopes.length === 0;

/** Errors of a route with an idempotency key; 409 and 422 each have two reasons then. */
const IDEMPOTENCY_ERRORS = [
  CATALOGUE.validationFailed,
  CATALOGUE.duplicateRequest,
  CATALOGUE.validationError,
  CATALOGUE.idempotencyKeyReuse,
];

/**
 * The error responses that every route of a surface may return, with envelope and example.
 * @param isWrite whether a request with its method may have a body, which is read even if the route
 *   needs none
 */
export function errorResponses(operation: Operation, rule: AccessRule, isWrite: boolean): Responses {
  const entries: CatalogueEntry[] =
    rule.kind === 'public' ? [] : [CATALOGUE.unauthorized, CATALOGUE.notFound];
  const asOfRoute = (entry: CatalogueEntry): CatalogueEntry =>
    onlyFailureOf(entry, rule) ?? entryOfRoute(entry, rule);
  if (rule.kind === 'protected') entries.push(CATALOGUE.ipAllowlistRestricted);
  if (rule.kind !== 'public') entries.push(asOfRoute(CATALOGUE.dependencyUnavailable));
  const isRead = !isClosed(rule);
  // Text that is not UTF-8 is refused wherever a request is read, and a malformed Host header
  // before any route.
  if (isRead) entries.push(CATALOGUE.validationFailed);
  if (isRead && isWrite) {
    entries.push(CATALOGUE.invalidJson, CATALOGUE.contentTooLarge, CATALOGUE.unsupportedMediaType);
    entries.push(CATALOGUE.bodyTooSlow, CATALOGUE.overloaded);
  }
  // Comes last: if wrong fields are 400 (errors 1.10), they explain more than an unreadable body.
  if (isRead && (rule.kind !== 'public' || isWrite)) entries.push(asOfRoute(CATALOGUE.validationError));
  if (RATE_LIMIT_EXTENSION in operation) entries.push(CATALOGUE.rateLimited);
  entries.push(CATALOGUE.internalError);
  const usualOfAll = entries.map((entry) => onlyFailureOf(entry, rule) ?? entry);
  const keyed = IDEMPOTENCY_EXTENSION in operation ? IDEMPOTENCY_ERRORS : [];
  const stepUp = STEP_UP_EXTENSION in operation ? [CATALOGUE.stepUpRequired] : [];
  const own = [...new Set([...(rule.errors ?? []), ...stepUp, ...keyed].map(asOfRoute))];
  return Object.fromEntries(
    [...usualOfAll, ...own].map(({ status }) => {
      const ofStatus = (entry: CatalogueEntry): boolean => entry.status === status;
      const usual = usualOfAll.filter(ofStatus);
      // Each dependency of a route can fail separately, so no 503 replaces another.
      const reasons =
        status === 503
          ? [...usual, ...own.filter(ofStatus)]
          : reasonsOf(usual.at(-1), own.filter(ofStatus), rule.surface);
      const form = rule.kind === 'public' ? rule.errorForm : undefined;
      return [String(status), form ? answerInForm(reasons, form) : answerOf(reasons, rule.surface)];
    }),
  );
}

/** A route's own error replaces the usual one, unless it has another shape. */
function reasonsOf(
  usual: CatalogueEntry | undefined,
  own: readonly CatalogueEntry[],
  surface: Surface,
): readonly CatalogueEntry[] {
  const isOfOwnShape = own.some((entry) => usual && schemaOf(entry, surface) !== schemaOf(usual, surface));
  return usual && (own.length === 0 || isOfOwnShape) ? [usual, ...own] : own;
}

/** One status with its reasons, each with its code. */
function answerOf(entries: readonly CatalogueEntry[], surface: Surface): Responses[string] {
  const schemas = [...new Set(entries.map((entry) => schemaOf(entry, surface)))].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const examples = Object.fromEntries(
    entries.map((entry, index) => [
      nameOf(entry, entries.slice(0, index)),
      { value: exampleOf(entry, surface), [NAME_EXTENSION]: componentName([entry], surface) },
    ]),
  );
  const [only, ...others] = entries;
  const codes = [...new Set(entries.map(({ code }) => code))];
  return Object.assign(
    {
      description: others.length === 0 ? only!.message : codes.join(', '),
      content: {
        'application/json': { schema: schemas.length > 1 ? { oneOf: schemas } : schemas[0]!, examples },
      },
    },
    { [NAME_EXTENSION]: componentName(entries, surface) },
  );
}

/** A response of a foreign protocol, which has its own documents. */
const answerInForm = (entries: readonly CatalogueEntry[], { mediaType }: ErrorForm): Responses[string] => ({
  description: [...new Set(entries.map(({ message }) => message))].join(' '),
  content: { [mediaType]: { schema: { type: 'object' } } },
});

/** The envelope and the errors: "PartnerNotFound", "PartnerConflictOrProjectArchived". */
function componentName(entries: readonly CatalogueEntry[], surface: Surface): string {
  const [first, second, ...others] = new Set(entries.map(componentNameOf));
  const names = others.length > 0 ? [first, 'Others'] : second === undefined ? [first] : [first, second];
  return schemaOf(entries[0]!, surface).replace(/Error$/, '') + names.join('Or');
}

/** Errors of most routes have HTTP's short names, because they appear in every operation. */
const SHORT_NAMES = new Map<CatalogueEntry, string>([
  [CATALOGUE.validationFailed, 'Invalid'],
  [CATALOGUE.validationError, 'Unprocessable'],
  [CATALOGUE.ipAllowlistRestricted, 'Forbidden'],
  [CATALOGUE.contentTooLarge, 'TooLarge'],
  [CATALOGUE.unsupportedMediaType, 'MediaType'],
  [CATALOGUE.bodyTooSlow, 'TooSlow'],
  [CATALOGUE.internalError, 'Failure'],
  [CATALOGUE.dependencyUnavailable, 'Unavailable'],
  [CATALOGUE.idempotencyKeyReuse, 'KeyReuse'],
]);

/** Errors of core that share a code have separate names. */
const NAMES = new Map<CatalogueEntry, string>(
  Object.entries(CATALOGUE).map(([name, entry]) => [entry, name]),
);

const componentNameOf = (entry: CatalogueEntry): string =>
  SHORT_NAMES.get(entry) ?? pascalCase(NAMES.get(entry) ?? entry.code.toLowerCase());

/** Two reasons may share a code, so their examples need separate names. */
function nameOf({ code }: CatalogueEntry, before: readonly CatalogueEntry[]): string {
  const same = before.filter((other) => other.code === code).length;
  return same === 0 ? code : `${code}_${same + 1}`;
}

/** Examples of the errors that name fields. */
const WITH_FIELDS = new Map<CatalogueEntry, PlatformError>([
  [
    CATALOGUE.validationFailed,
    validationFailed({
      loc: ['query', 'direction'],
      message: 'must be one of inbound, outbound',
      type: 'value_unknown',
    }),
  ],
  [
    CATALOGUE.validationError,
    unprocessable({
      loc: ['query', 'start_date'],
      message: 'must be a date or an ISO 8601 instant',
      type: 'date_invalid',
    }),
  ],
]);

function exampleOf(entry: CatalogueEntry, surface: Surface): unknown {
  const error =
    WITH_FIELDS.get(entry) ??
    new PlatformError(entry, {
      ...(entry.status === 429 && { retryAfterSeconds: 137 }),
      ...(entry.nestsDetails && { blockFacts: { operation: 'ticket_search' } }),
    });
  return envelopeFor(surface, error, EXAMPLE_REQUEST_ID);
}

function schemaOf(entry: CatalogueEntry, surface: Surface): string {
  if (entry.envelope) return SCHEMA_OF[entry.envelope];
  const hasOwn422 = surface === 'partner' || surface === 'domain' || surface === 'security';
  return entry === CATALOGUE.validationError && !hasOwn422 ? 'ValidationError' : SCHEMA_OF[surface];
}
