import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, Min } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { WholeNumber } from '../../../core/http/whole-number.js';

/** The contract's (capacity 5.4). */
const PAGE_SIZES = [10, 25, 50];
const SCOPES = ['client', 'platform'] as const;

/** Query of GET /v1/capacity/overview. */
export class CapacityOverviewRequest extends ClientChoice {
  @ApiPropertyOptional({ type: 'integer', enum: PAGE_SIZES, default: 10 })
  @WholeNumber()
  @IsIn(PAGE_SIZES, { message: `must be one of ${PAGE_SIZES.join(', ')}` })
  page_size: number = 10;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @WholeNumber()
  @Min(1)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  page: number = 1;

  @OptionalField(
    '`platform`: all clients of the environment, for internal roles; no client need be named, and one that is narrows nothing.',
    { enum: SCOPES, default: 'client' },
  )
  @IfSent()
  @IsIn(SCOPES, { message: `must be one of ${SCOPES.join(', ')}` })
  scope?: (typeof SCOPES)[number];
}
