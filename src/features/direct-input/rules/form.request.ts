import { UncheckedField } from '../../../core/http/fields/request-field.js';
import { envelopeSchema } from './envelope.policy.js';
import { schemaProperty } from './schema-property.js';

const token = {
  type: 'string',
  minLength: 43,
  maxLength: 43,
  description: "The part of the page's address after #.",
} as const;
const EXAMPLE_TOKEN = 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s';

/** Body of POST /v1/direct-input/context. A token of any other form belongs to no session. */
export class FormRequest {
  @UncheckedField(token, { example: EXAMPLE_TOKEN })
  token?: unknown;
}

/**
 * Body of POST /v1/direct-input/submit. The service reads its fields, because an invalid envelope
 * counts as an attempt.
 */
export class AnswersRequest {
  @UncheckedField(token, { example: EXAMPLE_TOKEN })
  token?: unknown;

  @UncheckedField(schemaProperty(envelopeSchema), {
    example: {
      alg: 'ECDH-ES+A256GCM',
      epk: {
        kty: 'EC',
        crv: 'P-256',
        x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
        y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
      },
      iv: '48V1_ALb6US04U3b',
      ciphertext: '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4',
      tag: 'XFBoMYUZodetZdvTiFvSkQ',
    },
  })
  envelope?: unknown;
}
