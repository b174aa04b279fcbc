import { IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../http/field.decorators.js';

/**
 * The part of a body that says the idempotency key in place of the header. `readIdempotencyKey` has refused what is no key
 * before the body is validated (access 7.1): the class passes a text.
 */
export class KeyedBody {
  @OptionalField('In place of the Idempotency-Key header. Where both are sent they must be equal.', {
    type: String,
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
  })
  @IsOptional()
  @IsString()
  idempotency_key?: string | null;
}
