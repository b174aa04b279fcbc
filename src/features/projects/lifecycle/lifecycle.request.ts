import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsTimezone } from '../../../core/http/is-timezone.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { IsProjectName, PROJECT_NAME_LENGTH } from '../rules/is-project-name.js';
import { ProjectProfileRequest } from '../rules/profile.request.js';

const revisionToken = {
  example: '5',
  description:
    'The revision_token of the snapshot that the change is based on; a stale one is 409, with details.stale.',
} as const;

/** Body of PATCH /v1/projects/{project_id}/lifecycle: at least one field besides the token. */
export class EditProjectRequest {
  @ApiProperty(revisionToken)
  @IsIdentifier()
  @IsDefined()
  revision_token!: string;

  @ApiPropertyOptional({ type: String, ...PROJECT_NAME_LENGTH, example: 'Front desk' })
  @IfSent()
  @IsProjectName()
  display_name?: string;

  @OptionalField('IANA zone.', { type: String, example: 'Australia/Sydney' })
  @IfSent()
  @IsTimezone()
  timezone?: string;

  @ApiPropertyOptional({ type: String, maxLength: 500, example: 'Waits for the new opening hours.' })
  @IfSent()
  @IsText(0, 500, { lines: true })
  lifecycle_notes?: string;

  @OptionalField('Sent fields take the place of the old ones, the others stay; null takes a text away.', {
    type: ProjectProfileRequest,
  })
  @IfSent()
  @ValidateNested()
  @Type(() => ProjectProfileRequest)
  @IsObject()
  profile?: ProjectProfileRequest;
}

/** Body of POST /v1/projects/{project_id}/archive and /restore. */
export class MoveProjectRequest extends KeyedBody {
  @ApiProperty(revisionToken)
  @IsIdentifier()
  @IsDefined()
  revision_token!: string;

  @OptionalField("Becomes the project's lifecycle_notes.", {
    type: String,
    maxLength: 500,
    example: 'The season is over.',
  })
  @IfSent()
  @IsText(0, 500, { lines: true })
  lifecycle_note?: string;
}
