import { IdentifierField, IntegerField, TextField } from '../../../core/http/fields/field-kinds.js';

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

export class RecordDeploymentRequest {
  @IntegerField(1, MAX_VERSION, { example: 3 })
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
