import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, IsString, IsUUID } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { ROLE_VISIBILITIES, type RoleVisibility } from '../snapshot/snapshot.response.js';

/** Path of a route about one assignment. An id that no assignment can have is one that is not there: 404. */
export class AssignmentParams extends ProjectIdParams {
  @Field('The assignment.', { format: 'uuid' })
  @IsString()
  assignment_id!: string;
}

/** Body of POST /v1/projects/{project_id}/assignments. */
export class AssignMemberRequest extends KeyedBody {
  @Field('One of the available_members of the snapshot.', {
    format: 'uuid',
    example: '0196a000-0000-7000-8000-000000000014',
  })
  @IsUUID('loose', { message: 'must be a UUID' })
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  member_id!: string;

  @ApiProperty({ enum: ROLE_VISIBILITIES, example: 'read' })
  @IsIn(ROLE_VISIBILITIES, { message: `must be one of ${ROLE_VISIBILITIES.join(', ')}` })
  @IsDefined()
  role_visibility!: RoleVisibility;

  @Field(
    'The revision_token of the snapshot that the change is based on; a stale one is 409, with details.stale.',
    { example: '5' },
  )
  @IsIdentifier()
  @IsDefined()
  revision_token!: string;

  @ApiPropertyOptional({ type: String, maxLength: 500, example: 'Covers the practice until March.' })
  @IfSent()
  @IsText(0, 500, { lines: true })
  assignment_note?: string;
}

/** Body of DELETE /v1/projects/{project_id}/assignments/{assignment_id}. */
export class RemoveAssignmentRequest extends KeyedBody {
  @Field('As the snapshot gives it; a stale one is 409, with details.stale.', { example: '1' })
  @IsIdentifier()
  @IsDefined()
  assignment_revision_token!: string;
}
