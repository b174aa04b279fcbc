import {
  IntegerField,
  PatternField,
  PhoneNumberField,
  PhoneNumberListField,
} from '../../../core/http/fields/field-kinds.js';
import { PublishRequest } from '../publish/releases.request.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

// A pilot is a few lines and the telephones of those who try it; each is compared for every call.
const MAX_NUMBERS = 100;

/** Body of POST /v1/projects/{project_id}/staged-release: percent or numbers. */
export class StartStagedReleaseRequest extends PublishRequest {
  @IntegerField(1, 99, {
    description: 'The share of callers whose calls run the new version.',
    example: 10,
    optional: true,
  })
  percent?: number;

  @PhoneNumberListField(
    { min: 1, max: MAX_NUMBERS },
    {
      description: 'Instead of percent, strict E.164: calls from or to one of them run the new version.',
      optional: true,
    },
  )
  numbers?: string[];
}

/** Body of POST /v1/projects/{project_id}/staged-release/finish and /take-back. */
export class EndStagedReleaseRequest {
  @IntegerField(1, MAX_INTEGER, {
    description: 'The staged version; any other is 409.',
    example: 4,
  })
  version_number!: number;
}

const CALL_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export class VersionChoiceRequest {
  @PhoneNumberField({
    description: 'Null or left out if it is withheld.',
    example: '+61255501234',
    optional: true,
    nullable: true,
  })
  caller_number?: string | null;

  @PhoneNumberField({ example: '+61255501234', optional: true, nullable: true })
  called_number?: string | null;

  @PatternField(CALL_ID, 'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens', {
    description: 'As in the report of the call.',
    pattern: CALL_ID.source,
    example: 'call-7f3a',
  })
  call_id!: string;
}
