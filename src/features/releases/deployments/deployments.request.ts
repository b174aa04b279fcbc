import { IdentifierField, IntegerField, TextField } from '../../../core/http/fields/field-kinds.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

export class RecordDeploymentRequest {
  @IntegerField(1, MAX_INTEGER, { example: 3 })
  version_number!: number;

  @IdentifierField({
    description: 'Name of the runtime or its location.',
    maxLength: 128,
    example: 'runtime-syd-1',
  })
  runtime_id!: string;

  @TextField(0, 500, { example: 'Rolled out to Sydney first.', lines: true, optional: true })
  note?: string;
}
