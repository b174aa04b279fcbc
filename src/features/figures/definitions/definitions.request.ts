import { FilterField } from '../../../core/http/fields/field-kinds.js';
import { LANGUAGES, type Language } from '../rules/definition.js';

export class DefinitionsRequest {
  @FilterField(LANGUAGES, { description: 'Language of the texts.', default: 'en', optional: true })
  language: Language = 'en';
}
