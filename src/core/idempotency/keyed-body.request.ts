import { StringField } from '../http/fields/field-kinds.js';

/**
 * The part of a body that carries the idempotency key in place of the header. `readIdempotencyKey`
 * has refused an invalid key before the body is validated (access 7.1), so the class accepts any
 * text.
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
