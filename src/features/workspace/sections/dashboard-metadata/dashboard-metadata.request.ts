import { IsIn } from 'class-validator';
import { OptionalField } from '../../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../../core/http/client-choice.request.js';
import { IfSent } from '../../../../core/http/if-sent.js';

const BOOLEANS = ['true', 'false'] as const;

/** Query of GET /v1/projects/{project_id}/dashboard-metadata. */
export class DashboardMetadataRequest extends ClientChoice {
  @OptionalField('Whether to read past a cache. There is none: every answer is read when it is asked for.', {
    enum: BOOLEANS,
    default: 'false',
  })
  @IfSent()
  @IsIn(BOOLEANS, { message: 'must be true or false' })
  refresh?: (typeof BOOLEANS)[number];
}
