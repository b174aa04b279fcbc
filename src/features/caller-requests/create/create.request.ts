import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, Matches } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { HoldsNoPerson } from '../../../core/http/holds-no-person.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import {
  CONTACT_KINDS,
  IDENTIFIER_KINDS,
  REFERENCE,
  REFERENCE_MESSAGE,
  REQUEST_TYPES,
  SOURCES,
} from '../rules/vocabulary.js';
import type { ContactKind, IdentifierKind, RequestType, Source } from '../rules/vocabulary.js';

const oneOf = (words: readonly string[]) => ({ message: `must be one of ${words.join(', ')}` });

/** Body of POST /v1/compliance/caller-requests (caller-requests 4.1). */
export class CreateCallerRequest {
  @ApiProperty({ enum: REQUEST_TYPES, example: 'access' })
  @IsIn(REQUEST_TYPES, oneOf(REQUEST_TYPES))
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  request_type!: RequestType;

  @ApiProperty({ enum: IDENTIFIER_KINDS, example: 'phone' })
  @IsIn(IDENTIFIER_KINDS, oneOf(IDENTIFIER_KINDS))
  @IsDefined()
  identifier_kind!: IdentifierKind;

  @OptionalField(
    'Required of kind phone: a number with its country code. It is masked, hashed and dropped, and never stored.',
    { maxLength: 128, example: '+61 491 570 156' },
  )
  @IfSent()
  @IsText(0, 128)
  caller_identifier?: string;

  @ApiProperty({ enum: CONTACT_KINDS, example: 'phone' })
  @IsIn(CONTACT_KINDS, oneOf(CONTACT_KINDS))
  @IsDefined()
  contact_kind!: ContactKind;

  @OptionalField('Of kind manual: what the masked display is made of. Only its first letter is stored.', {
    maxLength: 255,
  })
  @IfSent()
  @IsText(0, 255)
  contact_display_source?: string;

  @Field('When the caller asked, with its zone; not ahead of now. The time to answer runs from it.', {
    type: String,
    format: 'date-time',
    example: '2026-10-31T04:12:09Z',
  })
  @IsInstant()
  @IsDefined()
  received_at_utc!: string;

  @ApiProperty({ enum: SOURCES, example: 'support' })
  @IsIn(SOURCES, oneOf(SOURCES))
  @IsDefined()
  source!: Source;

  @OptionalField('A project of the client that is not archived; its zone counts.')
  @IfSent()
  @Matches(REFERENCE, { message: REFERENCE_MESSAGE })
  source_project_id?: string;

  @ApiPropertyOptional({ pattern: REFERENCE.source, example: 'TICKET-4711' })
  @IfSent()
  @HoldsNoPerson()
  @Matches(REFERENCE, { message: REFERENCE_MESSAGE })
  support_ticket_reference?: string;
}
