import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Readonly<Record<string, unknown>>;

type Scalar = string | number | boolean;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: Scalar;
  readonly description?: string;
  readonly schema?: { readonly example?: Scalar; readonly default?: Scalar };
}

interface Body {
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, Body>>;
  };
}

/** A request as Swagger UI sends it when "Try it out" is used without changes. */
export interface PrefilledRequest {
  readonly name: string;
  readonly description: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
  readonly takes: readonly ('ApiKey' | 'Bearer')[];
  /** Empty required fields: the page does not send the request until they are filled in. */
  readonly empty: readonly string[];
  /** The document's descriptions of the operation and its If-Match header. */
  readonly text: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

// The order in which the page looks for the value of a field. A person types a new idempotency key
// for each attempt: an example would be sent by everybody.
const prefilled = ({ name, example, schema }: Parameter): Scalar | undefined =>
  (name === 'Idempotency-Key' ? randomUUID() : undefined) ?? example ?? schema?.example ?? schema?.default;

/** Every operation of the document with its prefilled values. */
export function prefilledRequests(document: OpenAPIObject): PrefilledRequest[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as unknown as Operation | undefined;
      if (!operation) return [];
      const { example, examples } = operation.requestBody?.content['application/json'] ?? {};
      // The page lets the reader choose among several.
      const bodies = examples ? Object.values(examples).map(({ value }) => value) : [example];
      return bodies.map((body) => ({ ...requestOf(path, method, operation), body }));
    }),
  );
}

function requestOf(
  path: string,
  method: PrefilledRequest['method'],
  operation: Operation,
): Omit<PrefilledRequest, 'body'> {
  const { parameters = [], security = [], description = '' } = operation;
  const of = (place: Parameter['in']) =>
    parameters.flatMap((parameter): [string, string][] => {
      const value = prefilled(parameter);
      return parameter.in === place && value !== undefined ? [[parameter.name, String(value)]] : [];
    });
  const query = new URLSearchParams(of('query')).toString();
  const filled = of('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  return {
    name: `${method.toUpperCase()} ${path}`,
    description,
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(of('header')),
    takes: security.flatMap((way) => Object.keys(way)) as PrefilledRequest['takes'],
    empty: parameters
      .filter((parameter) => parameter.required && prefilled(parameter) === undefined)
      .map(({ name }) => name),
    text: `${description} ${parameters.find(({ name }) => name === 'If-Match')?.description ?? ''}`,
  };
}
