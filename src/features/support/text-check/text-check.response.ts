import { Field } from '../../../core/http/fields/field.decorators.js';

export class TextCheckResponse {
  @Field('Kinds of personal data that are found in the text; empty if none.', {
    type: [String],
    example: ['phone'],
  })
  personal_data_found!: readonly string[];
}
