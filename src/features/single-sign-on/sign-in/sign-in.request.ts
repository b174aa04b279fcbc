import { TextField } from '../../../core/http/fields/field-kinds.js';
import { UncheckedField } from '../../../core/http/fields/request-field.js';

const RETURN_TO = {
  description: 'Path of the portal to continue at. Anything else counts as /.',
  example: '/calls?status=missed',
  optional: true,
} as const;

export class ReturnRequest {
  @UncheckedField({ type: String }, RETURN_TO)
  return_to?: unknown;
}

export class AddressRequest extends ReturnRequest {
  @TextField(1, 254, { description: "The person's email address.", example: 'mei@example.com' })
  address!: string;
}
