import { rule } from '../../../core/http/fields/field-rules.js';
import {
  BooleanField,
  EnumField,
  FilterField,
  IdentifierField,
  PhoneNumberField,
  StringField,
  TextField,
} from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import { SUPPRESSION_REASONS, type SuppressionReason } from '../rules/statuses.js';

const holdsNothingPersonal = rule(
  'personalData',
  (value) => typeof value !== 'string' || detectPii(value) === null,
  'must name the source of the opt-out, without personal data',
);

export class AddSuppressionRequest {
  @PhoneNumberField({
    description: 'Hashed, masked and dropped; it is never stored.',
    example: '+61491570156',
  })
  to_number!: string;

  @EnumField(SUPPRESSION_REASONS, { example: 'complaint' })
  reason!: SuppressionReason;

  @TextField(1, 64, {
    description: 'The source of the suppression.',
    example: 'support desk',
    also: [holdsNothingPersonal],
  })
  source!: string;

  @IdentifierField({
    description: 'The project that must not call it. Required unless client_wide is true.',
    example: 'acme-dental-front-desk-k3vq72',
    optional: true,
  })
  project_id?: string;

  @BooleanField({ description: 'None of the client’s projects may call it.', default: false, optional: true })
  client_wide?: boolean;
}

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

export class SuppressionListRequest extends ClientChoice {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;

  @IdentifierField({
    description: 'Suppressions of this project, without those of the whole client.',
    optional: true,
  })
  project_id?: string;

  @FilterField(SUPPRESSION_REASONS, { optional: true })
  reason?: SuppressionReason;
}

/** A malformed id is answered like an unknown one: 404. */
export class SuppressionParams {
  @StringField({ format: 'uuid' })
  suppression_id!: string;
}
