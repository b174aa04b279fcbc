import { ProjectNameField } from '../rules/project-name-field.js';
import {
  ObjectField,
  TextField,
  TimezoneField,
  IdentifierField,
} from '../../../core/http/fields/field-kinds.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { ProjectProfileRequest } from '../rules/profile.request.js';

const revisionToken = {
  example: '5',
  description:
    'The revision_token of the snapshot that the change is based on; a stale one is 409, with details.stale.',
} as const;

/** Body of PATCH /v1/projects/{project_id}/lifecycle: at least one field besides the token. */
export class EditProjectRequest {
  @IdentifierField(revisionToken)
  revision_token!: string;

  @ProjectNameField({ optional: true })
  display_name?: string;

  @TimezoneField({ description: 'IANA zone.', example: 'Australia/Sydney', optional: true })
  timezone?: string;

  @TextField(0, 500, { example: 'Waits for the new opening hours.', lines: true, optional: true })
  lifecycle_notes?: string;

  @ObjectField(ProjectProfileRequest, {
    description: 'Sent fields replace the old ones, others stay; null removes a text.',
    optional: true,
  })
  profile?: ProjectProfileRequest;
}

/** Body of POST /v1/projects/{project_id}/archive and /restore. */
export class MoveProjectRequest extends KeyedBody {
  @IdentifierField(revisionToken)
  revision_token!: string;

  @TextField(0, 500, {
    description: "Becomes the project's lifecycle_notes.",
    example: 'The season is over.',
    lines: true,
    optional: true,
  })
  lifecycle_note?: string;
}
