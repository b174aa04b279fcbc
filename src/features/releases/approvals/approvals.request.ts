import { IdentifierField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { PageRequest } from '../../configuration/rules/page.request.js';

/** The same limit as for a release's change note. */
const MAX_NOTE_LENGTH = 500;

export class RequestApprovalRequest {
  @IdentifierField({
    description: 'The etag of the draft to approve, without quotes. A stale one is 409.',
    maxLength: 128,
    example: '5f0c8a2be1d94c6f9a3b7e10',
  })
  draft_etag!: string;

  @TextField(0, MAX_NOTE_LENGTH, { example: 'Opening hours over the holidays.', lines: true, optional: true })
  note?: string;
}

export class ApprovalListRequest extends PageRequest {}

/** Path of a route about one approval. A malformed id is answered like an unknown one: 404. */
export class ApprovalParams extends ProjectIdParams {
  @StringField({ description: 'The approval.' })
  approval_id!: string;
}
