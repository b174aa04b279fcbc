import { QueryBooleanField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

/** Query of routes that accept many rows at once (campaigns 4.13). */
export class DryRunQuery extends ClientChoice {
  @QueryBooleanField({
    description:
      'If true, nothing is stored, and the response says what would change. The idempotency key stays unused.',
    default: false,
    optional: true,
  })
  dry_run?: 'true' | 'false';
}
