import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const text = { type: 'string' };
const integer = { type: 'integer' };
const fieldErrors = {
  type: 'array',
  items: {
    type: 'object',
    required: ['field', 'message', 'code'],
    properties: { field: text, message: text, code: text },
  },
};
const nullableText = { type: ['string', 'null'] };
const stale = {
  type: 'object',
  required: ['guard', 'sent', 'current', 'changed_paths'],
  additionalProperties: false,
  description: 'With 409 conflict: the stale guard, and the changes since it was read.',
  properties: {
    guard: text,
    sent: nullableText,
    current: nullableText,
    changed_paths: {
      type: ['array', 'null'],
      items: text,
      description: 'Paths that the caller may see; null if unknown.',
    },
  },
};
const blockReason = {
  type: 'string',
  description: 'The obstacle to the request, in lower-case words joined by _, such as step_up_required.',
};
const details = {
  type: 'object',
  properties: { field_errors: fieldErrors, retry_after_seconds: integer, stale, block_reason: blockReason },
};
/** With `rate_limit_exceeded`, whose wait is not beside its code (errors 1.16). */
const nestedDetails = {
  type: 'object',
  required: ['retry_after_seconds', 'operation'],
  properties: { retry_after_seconds: integer, operation: text },
};
const object = (required: string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

/** The envelopes of errors and their parts, by their names in the document (errors section 1). */
export const ERROR_SCHEMAS = {
  StaleGuard: stale,
  FieldErrors: fieldErrors,
  ErrorDetails: details,
  GeneralError: object(['error', 'status_code'], {
    error: {
      oneOf: [
        text,
        object(['code', 'message'], {
          code: text,
          message: text,
          ...details.properties,
          details: nestedDetails,
        }),
      ],
    },
    status_code: integer,
  }),
  ValidationError: object(['error', 'details', 'status_code'], {
    error: { type: 'string', enum: ['Validation error'] },
    details: {
      type: 'array',
      items: object(['loc', 'msg', 'type'], {
        loc: { type: 'array', items: { type: ['string', 'integer'] } },
        msg: text,
        type: text,
      }),
    },
    status_code: { type: 'integer', enum: [422] },
  }),
  PartnerError: object(['error'], {
    error: object(['code', 'message', 'message_key', 'status', 'request_id'], {
      code: text,
      message: text,
      message_key: text,
      status: integer,
      request_id: text,
      details,
    }),
  }),
  DomainError: object(['code', 'message', 'request_id'], {
    code: text,
    message: text,
    field_errors: { type: 'object' },
    block_reason: blockReason,
    details: { type: 'object', description: 'Facts about block_reason.' },
    retry_after_seconds: integer,
    stale,
    request_id: text,
  }),
  ExportError: object(['error', 'code', 'message', 'messageKey'], {
    error: text,
    code: text,
    message: text,
    messageKey: text,
    retry_after_seconds: integer,
    field_errors: fieldErrors,
  }),
  SecurityError: object(['error'], {
    error: object(['code', 'message', 'message_key', 'request_id'], {
      code: text,
      message: text,
      message_key: text,
      request_id: text,
      details,
    }),
  }),
} as unknown as Schemas;
