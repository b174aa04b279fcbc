import { StringField } from '../../../core/http/fields/field-kinds.js';
import { UncheckedField } from '../../../core/http/fields/request-field.js';
import { sessionSchema } from './form.policy.js';
import { schemaProperty } from './schema-property.js';

const { properties } = sessionSchema;

/** Body of POST /internal/v1/direct-input/sessions: the service validates it against the schema. */
export class DirectInputSessionRequest {
  @UncheckedField(schemaProperty(properties.call_id), { example: 'room-2026-10-31-000123' })
  call_id?: unknown;

  @UncheckedField(schemaProperty(properties.fields), {
    example: [
      { name: 'member_number', label: 'Your member number', kind: 'digits', required: true, max_length: 10 },
      {
        name: 'plan',
        label: 'Which plan do you want?',
        kind: 'choice',
        required: true,
        max_length: 20,
        choices: ['Basic', 'Family'],
      },
    ],
  })
  fields?: unknown;

  @UncheckedField(schemaProperty(properties.public_key), {
    example: {
      kty: 'EC',
      crv: 'P-256',
      x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
      y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
    },
  })
  public_key?: unknown;

  @UncheckedField(schemaProperty(properties.expires_in_seconds), { example: 300 })
  expires_in_seconds?: unknown;

  @UncheckedField(schemaProperty(properties.locale), { example: 'en-AU', optional: true })
  locale?: unknown;
}

/** An id that no session can have is answered like an absent session: 404. */
export class DirectInputSessionParams {
  @StringField({ description: 'The session.', example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  session_id!: string;
}
