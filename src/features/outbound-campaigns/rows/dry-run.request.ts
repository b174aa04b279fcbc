import { IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { OneOf } from '../../../core/http/known-value.js';

/** Query of routes that take many rows at once (campaigns 4.13). */
export class DryRunQuery extends ClientChoice {
  @OptionalField(
    'With true nothing is stored; the answer says what would come of it. The key is not used up.',
    { type: Boolean, default: false },
  )
  @IsOptional()
  @OneOf(['true', 'false'], 'must be true or false')
  @IsString()
  dry_run?: 'true' | 'false';
}
