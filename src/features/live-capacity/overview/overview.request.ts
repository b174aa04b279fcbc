import { readAs } from '../../../core/http/fields/field-rules.js';
import { EnumField, QueryIntegerField, wholeNumber } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

/** The contract's values (capacity 5.4). */
const PAGE_SIZES = [10, 25, 50];
const SCOPES = ['client', 'platform'] as const;

export class CapacityOverviewRequest extends ClientChoice {
  @EnumField(PAGE_SIZES, { type: 'integer', default: 10, optional: true, also: [readAs(wholeNumber)] })
  page_size: number = 10;

  @QueryIntegerField(1, null, { default: 1, optional: true })
  page: number = 1;

  @EnumField(SCOPES, {
    description:
      '`platform`: all clients of the environment, for internal roles; client_id is optional and does not ' +
      'narrow the result.',
    default: 'client',
    optional: true,
  })
  scope?: (typeof SCOPES)[number];
}
