import { Field } from '../../../core/http/fields/field.decorators.js';

export class MailLinkResponse {
  @Field('Equal for each link, whether it works or not.', { enum: ['received'] })
  status!: 'received';
}
