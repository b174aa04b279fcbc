import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { OneOf } from '../../../core/http/known-value.js';
import { DUE_STATES, REFERENCE, REFERENCE_MESSAGE, REQUEST_TYPES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DueState, RequestType } from '../rules/vocabulary.js';

/** What is asked of a list of requests, and of its file. */
export class CallerRequestFilter extends ClientChoice {
  @ApiPropertyOptional({ enum: STATUSES })
  @IfSent()
  @OneOf(STATUSES)
  status?: CallerRequestStatus;

  @ApiPropertyOptional({ enum: DUE_STATES })
  @IfSent()
  @OneOf(DUE_STATES)
  due_state?: DueState;

  @ApiPropertyOptional({ enum: REQUEST_TYPES })
  @IfSent()
  @OneOf(REQUEST_TYPES)
  type?: RequestType;

  @OptionalField('Requests about this project, which is not archived.')
  @IfSent()
  @Matches(REFERENCE, { message: REFERENCE_MESSAGE })
  project_id?: string;
}
