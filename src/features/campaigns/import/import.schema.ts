import type { ApiBody } from '@nestjs/swagger';
import { CSV_BYTES, MAX_ROWS } from '../contact-rows/csv-rows.js';
import { SOURCE_OR_BATCH } from '../contact-rows/identifier.policy.js';
import { CONTACT_FIELDS } from '../rules/contact-fields.js';

type Schema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'];

const id = (example: string): Schema => ({ type: 'string', pattern: SOURCE_OR_BATCH.source, example });

/** Body of the CSV import, as far as a schema can describe it. */
export const CSV_SCHEMA: Schema = {
  type: 'string',
  maxLength: CSV_BYTES,
  description:
    `A header and up to ${MAX_ROWS} rows, separated by commas. The columns: ${CONTACT_FIELDS.join(', ')}, and the allowed keys ` +
    "of the campaign's personalization. Only to_number must be there.",
  example: 'to_number,external_contact_id,recipient_timezone\r\n+61491570156,crm-17,Australia/Sydney\r\n',
};

export const JSON_SCHEMA: Schema = {
  type: 'object',
  required: ['source_id', 'batch_id', 'contacts'],
  additionalProperties: false,
  properties: {
    source_id: id('crm'),
    batch_id: id('2026-11-22'),
    contacts: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ROWS,
      items: {
        type: 'object',
        required: ['to_number', 'external_contact_id'],
        properties: Object.fromEntries(CONTACT_FIELDS.map((name) => [name, { type: 'string' }])),
        additionalProperties: {
          type: 'string',
          description: "An allowed key of the campaign's personalization.",
        },
        example: {
          to_number: '+61491570156',
          external_contact_id: 'crm-17',
          recipient_timezone: 'Australia/Sydney',
        },
      },
    },
  },
};
