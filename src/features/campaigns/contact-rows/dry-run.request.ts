import { QueryBooleanField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

/** Query of routes that take many rows at once (campaigns 4.13). */
export class DryRunQuery extends ClientChoice {
  @QueryBooleanField({
    description:
      'With true nothing is stored; the answer says what would come of it. The key is not used up.',
    default: false,
    optional: true,
  })
  dry_run?: 'true' | 'false';
}
