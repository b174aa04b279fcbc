import {
  EnumField,
  IdentifierField,
  StringField,
  TextField,
  UuidField,
} from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { ROLE_VISIBILITIES, type RoleVisibility } from '../snapshot/snapshot.response.js';

/** An id that no assignment can have is answered like an absent one: 404. */
export class AssignmentParams extends ProjectIdParams {
  @StringField({ description: 'The assignment.', format: 'uuid' })
  assignment_id!: string;
}

export class AssignMemberRequest extends KeyedBody {
  @UuidField({
    description: 'One of the available_members of the snapshot.',
    example: '0196a000-0000-7000-8000-000000000014',
  })
  member_id!: string;

  @EnumField(ROLE_VISIBILITIES, { example: 'read' })
  role_visibility!: RoleVisibility;

  @IdentifierField({
    description:
      'The revision_token of the snapshot that the change is based on; a stale one is 409, with details.stale.',
    example: '5',
  })
  revision_token!: string;

  @TextField(0, 500, { example: 'Covers the practice until March.', lines: true, optional: true })
  assignment_note?: string;
}

export class RemoveAssignmentRequest extends KeyedBody {
  @IdentifierField({
    description: 'As shown by the snapshot; a stale one is 409, with details.stale.',
    example: '1',
  })
  assignment_revision_token!: string;
}
