import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsDefined, IsIn, IsString, ValidateBy } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { OneOf } from '../../../core/http/known-value.js';
import { GoesOnAt, PageSize } from '../../../core/http/page-fields.js';
import { IsPhoneNumber } from '../../../core/http/is-phone-number.js';
import { E164_PATTERN } from '../../../core/privacy/phone-number.policy.js';
import { detectPii } from '../../../core/privacy/pii-tripwire.policy.js';
import { SUPPRESSION_REASONS, type SuppressionReason } from '../rules/statuses.js';

const HoldsNothingPersonal = (): PropertyDecorator =>
  ValidateBy({
    name: 'personalData',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || detectPii(value) === null,
      defaultMessage: () => 'must say where the opt-out came from, and hold no personal data',
    },
  });

/** Body of POST /v1/outbound-campaigns/suppressions (campaigns 8.2). */
export class AddSuppressionRequest {
  @Field('Hashed, masked and dropped; it is never stored.', {
    pattern: E164_PATTERN.source,
    example: '+61491570156',
  })
  @IsPhoneNumber()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  to_number!: string;

  @ApiProperty({ enum: SUPPRESSION_REASONS, example: 'complaint' })
  @IsIn(SUPPRESSION_REASONS, { message: `must be one of ${SUPPRESSION_REASONS.join(', ')}` })
  @IsDefined()
  reason!: SuppressionReason;

  @Field('Where it came from.', { minLength: 1, maxLength: 64, example: 'support desk' })
  @HoldsNothingPersonal()
  @IsText(1, 64)
  @IsDefined()
  source!: string;

  @OptionalField('The project that must not call it. Required unless client_wide is true.', {
    example: 'acme-dental-front-desk-k3vq72',
  })
  @IfSent()
  @IsIdentifier()
  project_id?: string;

  @OptionalField('None of the client’s projects may call it.', { default: false })
  @IfSent()
  @IsBoolean({ message: 'must be true or false' })
  client_wide?: boolean;
}

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** Query of GET /v1/outbound-campaigns/suppressions (campaigns 8.4). */
export class SuppressionListRequest extends ClientChoice {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @GoesOnAt('next_cursor')
  cursor?: string;

  @OptionalField('Those of this project, without those of the whole client.')
  @IfSent()
  @IsIdentifier()
  project_id?: string;

  @ApiPropertyOptional({ enum: SUPPRESSION_REASONS })
  @IfSent()
  @OneOf(SUPPRESSION_REASONS)
  reason?: SuppressionReason;
}

/** The path of a route about one suppression. An id that none can have is one that is not there: 404. */
export class SuppressionParams {
  @ApiProperty({ format: 'uuid' })
  @IsString()
  suppression_id!: string;
}
