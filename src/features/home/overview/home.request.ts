import { StringField } from '../../../core/http/fields/field-kinds.js';

export class HomeRequest {
  @StringField({
    description: 'IANA zone of the days. Default: UTC.',
    example: 'Australia/Sydney',
    optional: true,
  })
  timezone?: string;
}
