import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, Max, Min } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

/** Body of POST /v1/projects/{project_id}/runtime-provenance. */
export class RecordDeploymentRequest {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_VERSION, example: 3 })
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  version_number!: number;

  @Field('Name of the runtime or its place.', { maxLength: 128, example: 'runtime-syd-1' })
  @IsIdentifier()
  @IsDefined()
  runtime_id!: string;

  @ApiPropertyOptional({ type: String, maxLength: 500, example: 'Rolled out to Sydney first.' })
  @IfSent()
  @IsText(0, 500, { lines: true })
  note?: string;
}
