import { FilterField, FilterTextField } from '../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../core/http/fields/client-choice.request.js';
import { isLanguageTag } from './catalogue-filter.policy.js';
import { MODALITIES, STATUSES, type CatalogueStatus, type Modality } from './platform-catalogue.js';

export class VoicesRequest extends ClientChoice {
  @FilterTextField(isLanguageTag, 'must be a language tag, such as en or en-AU', {
    description: 'A BCP 47 tag in any case; `en` matches every English.',
    example: 'en-AU',
    optional: true,
  })
  language?: string;

  @FilterField(STATUSES, { optional: true })
  status?: CatalogueStatus;
}

export class ModelsRequest extends ClientChoice {
  @FilterField(MODALITIES, {
    description: 'Models that support this modality, among others.',
    optional: true,
  })
  modality?: Modality;

  @FilterField(STATUSES, { optional: true })
  status?: CatalogueStatus;
}
