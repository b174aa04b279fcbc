import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_EXTENSION } from '../idempotency/idempotency-rule.js';
import { RATE_LIMIT_EXTENSION } from '../rate-limit/rate-limit.decorator.js';
import { NAME_EXTENSION } from './openapi-components.js';
import type { Operation } from '../http/openapi-extensions.js';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

const text = { type: 'string' };

export const RESPONSE_HEADERS: Headers = {
  'X-Request-ID': {
    description: 'The id of the request in the logs; your own, if you sent one.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  RateLimit: { description: 'Remaining requests of each window, and seconds until it resets.', schema: text },
  'RateLimit-Policy': { description: 'The windows in which the request counts.', schema: text },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', enum: ['Bearer'] } },
  'Content-Disposition': { description: 'An attachment with its file name.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the response of an earlier request with the same key; nothing was done again.',
    schema: { type: 'string', enum: ['true'] },
  },
};

type ResponseObject = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

/** Whether a response is a file, by its type; a JSON file is declared on its route. */
const isFile = ({ content = {} }: ResponseObject): boolean =>
  Object.keys(content).some((type) => ['text/csv', 'application/pdf'].includes(type));

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Statuses of responses that a limit may have counted (requests 8.8). */
const COUNTED = ['400', '409', '422', '429'];

/** Declares which of these headers each response of an operation has. */
export function describeHeaders(operation: Operation): void {
  const isLimited = RATE_LIMIT_EXTENSION in operation;
  const isKeyed = IDEMPOTENCY_EXTENSION in operation;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response === undefined || '$ref' in response) continue;
    const isDone = status.startsWith('2');
    const names = [
      'X-Request-ID',
      ...(['429', '503'].includes(status) || (isKeyed && status === '409') ? ['Retry-After'] : []),
      ...(isLimited && (isDone || COUNTED.includes(status)) ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(isKeyed && isDone ? ['Idempotent-Replayed'] : []),
      ...(status === '401' ? ['WWW-Authenticate'] : []),
      ...(isDone && isFile(response) ? ['Content-Disposition'] : []),
    ];
    nameByHeaders(response, isLimited && COUNTED.includes(status), isKeyed && status === '409');
    response.headers = { ...Object.fromEntries(names.map((name) => [name, ref(name)])), ...response.headers };
  }
}

/**
 * Adds the headers to the response's name, because responses that differ only in their headers are
 * separate components: "LimitedPartnerConflict".
 */
function nameByHeaders(
  response: ResponseObject & { [NAME_EXTENSION]?: string },
  isLimited: boolean,
  isKeyed: boolean,
) {
  const name = response[NAME_EXTENSION];
  if (name === undefined) return;
  response[NAME_EXTENSION] = `${isLimited ? 'Limited' : ''}${isKeyed ? 'Keyed' : ''}${name}`;
}
