import { StringField } from '../http/fields/field-kinds.js';

/**
 * The part of a body that says the idempotency key in place of the header. `readIdempotencyKey` has
 * refused what is no key before the body is validated (access 7.1): the class passes a text.
 */
export class KeyedBody {
  @StringField({
    description: 'In place of the Idempotency-Key header. If both are sent they must be equal.',
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    optional: true,
    nullable: 'undocumented',
  })
  idempotency_key?: string | null;
}
