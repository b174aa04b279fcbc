import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { PageRequest } from '../configuration/page.request.js';

/** As long as a project's lifecycle notes. */
const MAX_NOTE_LENGTH = 500;

/** The largest number a version may have: that of its column. */
const MAX_VERSION = 2_147_483_647;

const changeNote = {
  type: String,
  maxLength: MAX_NOTE_LENGTH,
  example: 'Opening hours over the holidays.',
} as const;

/** Body of POST /v1/projects/{project_id}/publish. */
export class PublishRequest {
  @ApiPropertyOptional(changeNote)
  @IfSent()
  @IsText(0, MAX_NOTE_LENGTH, { lines: true })
  change_note?: string;
}

/** Body of POST /v1/projects/{project_id}/rollback. */
export class RollbackRequest extends PublishRequest {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_VERSION, example: 2 })
  @Min(1)
  @Max(MAX_VERSION)
  @IsInt()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  version_number!: number;
}

/** Query of GET /v1/projects/{project_id}/versions. */
export class VersionListRequest extends PageRequest {}

/** Path of a route about one version. What is no number of a version is one that is not there: 404. */
export class VersionParams extends ProjectIdParams {
  @Field('The version.', { example: '3' })
  @IsString()
  version_number!: string;
}

const side = {
  pattern: '^(?:draft|[1-9][0-9]{0,9})$',
  description: 'Number of a version, or draft.',
} as const;
const SIDE = new RegExp(side.pattern);
const NO_SIDE = { message: 'must be the number of a version, or draft' };

/** Query of GET /v1/projects/{project_id}/versions/compare. */
export class CompareRequest extends ClientChoice {
  @ApiProperty({ ...side, example: '2' })
  @Matches(SIDE, NO_SIDE)
  @IsDefined()
  from!: string;

  @ApiProperty({ ...side, example: 'draft' })
  @Matches(SIDE, NO_SIDE)
  @IsDefined()
  to!: string;
}
