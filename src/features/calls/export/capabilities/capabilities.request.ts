import { IdentifierField } from '../../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';

export class ExportCapabilitiesRequest extends ClientChoice {
  @IdentifierField({
    description: 'If left out, the response lists what every project of the client permits.',
    example: 'acme-dental-front-desk-k3vq72',
    optional: true,
  })
  project_id?: string;
}
