import { StringField } from '../../../../core/http/fields/field-kinds.js';
import { AttachmentParams } from '../lookup/attachment-params.request.js';

export class PartParams extends AttachmentParams {
  @StringField({ description: 'The number of the part, from 1.' })
  n!: string;
}
