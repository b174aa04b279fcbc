import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ClientChoice } from '../../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../../core/http/is-identifier.js';

/** Query of GET /v1/calls/export/capabilities. */
export class ExportCapabilitiesRequest extends ClientChoice {
  @ApiPropertyOptional({
    example: 'acme-dental-front-desk-k3vq72',
    description: 'Without it what every project of the client permits.',
  })
  @IsIdentifier()
  @IsOptional()
  project_id?: string;
}
