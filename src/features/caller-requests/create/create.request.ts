import { EnumField, InstantField, PatternField, TextField } from '../../../core/http/fields/field-kinds.js';
import { holdsNoPerson } from '../../../core/http/fields/field-rules.js';
import {
  CONTACT_KINDS,
  IDENTIFIER_KINDS,
  REFERENCE,
  REFERENCE_MESSAGE,
  REQUEST_TYPES,
  SOURCES,
} from '../rules/vocabulary.js';
import type { ContactKind, IdentifierKind, RequestType, Source } from '../rules/vocabulary.js';

/**
 * Never stored, so zero-width characters, which documents put around numbers, do no harm (requests
 * 10.5).
 */
const IDENTIFIER = /^[^\p{Cc}\p{Cs}]{0,128}$/u;

export class CreateCallerRequest {
  @EnumField(REQUEST_TYPES, { example: 'access' })
  request_type!: RequestType;

  @EnumField(IDENTIFIER_KINDS, { example: 'phone' })
  identifier_kind!: IdentifierKind;

  @PatternField(IDENTIFIER, 'must be text of at most 128 characters, without control characters', {
    description:
      'Required for kind phone: a number with its country code. It is masked, hashed and dropped, and never stored.',
    maxLength: 128,
    example: '+61 491 570 156',
    optional: true,
  })
  caller_identifier?: string;

  @EnumField(CONTACT_KINDS, { example: 'phone' })
  contact_kind!: ContactKind;

  @TextField(0, 255, {
    description:
      'With kind manual: the text from which the masked display is made. Only its first letter is ' +
      'stored.',
    optional: true,
  })
  contact_display_source?: string;

  @InstantField({
    description:
      'When the caller asked, with a UTC offset; not in the future. The time limit counts from it.',
    example: '2026-10-31T04:12:09Z',
  })
  received_at_utc!: string;

  @EnumField(SOURCES, { example: 'support' })
  source!: Source;

  @PatternField(REFERENCE, REFERENCE_MESSAGE, {
    description: 'A project of the client that is not archived; its time zone applies.',
    optional: true,
  })
  source_project_id?: string;

  @PatternField(REFERENCE, REFERENCE_MESSAGE, {
    pattern: REFERENCE.source,
    example: 'TICKET-4711',
    optional: true,
    also: [holdsNoPerson()],
  })
  support_ticket_reference?: string;
}
