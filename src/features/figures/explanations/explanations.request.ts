import { rule } from '../../../core/http/fields/field-rules.js';
import { FilterField, StringField } from '../../../core/http/fields/field-kinds.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { LANGUAGES, type Language } from '../rules/definition.js';

const MOST_PARAMETERS = 32;
const LONGEST = 512;
/** The longest query string for the route. */
const LONGEST_ADDRESS = 16_384;

const isQuery = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MOST_PARAMETERS &&
  Object.values(value).every((it) => typeof it === 'string' && it.length <= LONGEST && it.isWellFormed()) &&
  new URLSearchParams(value as Record<string, string>).toString().length <= LONGEST_ADDRESS;

export class ExplanationRequest {
  @StringField({ description: 'The `route` of a definition.', example: '/v1/calls/summary' })
  route!: string;

  @RequestField(
    [
      rule(
        'queryInvalid',
        isQuery,
        `must be an object of at most ${MOST_PARAMETERS} strings of at most ${LONGEST} characters each, and at most ${LONGEST_ADDRESS} characters as a query string`,
      ),
    ],
    { type: 'object', additionalProperties: { type: 'string', maxLength: LONGEST } },
    {
      description: 'The parameters of the request to the route, including those of its path, as strings.',
      example: {
        project_id: 'acme-dental-front-desk-k3vq72',
        start_date: '2026-10-01',
        end_date: '2026-10-31',
      },
    },
  )
  query!: Readonly<Record<string, string>>;

  @StringField({
    description:
      'The `figure` of a definition, with the key of a member in place of the name in brackets, encoded as in an address.',
    example: 'missed_calls',
  })
  figure!: string;

  @FilterField(LANGUAGES, { description: 'Language of the texts.', default: 'en', optional: true })
  language: Language = 'en';
}
