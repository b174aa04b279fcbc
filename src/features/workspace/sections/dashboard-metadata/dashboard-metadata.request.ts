import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ClientChoice } from '../../../../core/http/client-choice.request.js';
import { IfSent } from '../../../../core/http/if-sent.js';

const BOOLEANS = ['true', 'false'] as const;

/** Query of GET /v1/projects/{project_id}/dashboard-metadata. */
export class DashboardMetadataRequest extends ClientChoice {
  @ApiPropertyOptional({
    enum: BOOLEANS,
    default: 'false',
    description: 'Whether to read past a cache. There is none: every answer is read when it is asked for.',
  })
  @IfSent()
  @IsIn(BOOLEANS, { message: 'must be true or false' })
  refresh?: (typeof BOOLEANS)[number];
}
