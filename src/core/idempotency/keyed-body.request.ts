import { StringField } from '../http/fields/field-kinds.js';

/**
 * Holds the idempotency key as an alternative to the header. `readIdempotencyKey` refuses invalid
 * keys before validation (access 7.1), so the class accepts any text.
 */
export class KeyedBody {
  @StringField({
    description: 'Instead of the Idempotency-Key header. If both are sent, they must be equal.',
    minLength: 1,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    optional: true,
    nullable: 'undocumented',
  })
  idempotency_key?: string | null;
}
