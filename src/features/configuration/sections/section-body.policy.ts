import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import type { SectionDefinition } from '../rules/sections/section-definition.js';

const closed = (properties: TProperties): TObject => Type.Object(properties, { additionalProperties: false });

const revisionToken = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The etag that you read, of the section or the draft; works like If-Match.',
});

const idempotencyKey = Type.String({
  description: 'Instead of the Idempotency-Key header. If both are sent, they must be equal.',
});

const sentSchema = ({ schema, write }: SectionDefinition): TObject => write.schema ?? schema;

/** The body of a write: the configuration, and the other fields of its section. */
export function writeBody(section: SectionDefinition): TObject {
  const { guard, idempotency, part } = section.write;
  return closed({
    configuration: sentSchema(section),
    ...(part ? { [part.field]: part.schema } : {}),
    ...(guard === 'if_match_or_token' ? { revision_token: Type.Optional(revisionToken) } : {}),
    ...(idempotency?.key === 'header_or_body' ? { idempotency_key: Type.Optional(idempotencyKey) } : {}),
  });
}

/** The body of a validation: empty, or the optional fields of its section. */
export function validateBody(section: SectionDefinition): TObject {
  const { override, guarded, idempotency } = section.validate ?? {};
  return closed({
    ...(override ? { configuration: Type.Optional(sentSchema(section)) } : {}),
    ...(guarded && section.write.guard === 'if_match_or_token'
      ? { revision_token: Type.Optional(revisionToken) }
      : {}),
    ...(idempotency?.key === 'header_or_body' ? { idempotency_key: Type.Optional(idempotencyKey) } : {}),
  });
}
