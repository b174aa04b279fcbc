import { IsOptional } from 'class-validator';
import { OptionalField } from '../../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../../core/http/is-identifier.js';

/** Query of GET /v1/calls/export/capabilities. */
export class ExportCapabilitiesRequest extends ClientChoice {
  @OptionalField('Without it what every project of the client permits.', {
    example: 'acme-dental-front-desk-k3vq72',
  })
  @IsIdentifier()
  @IsOptional()
  project_id?: string;
}
