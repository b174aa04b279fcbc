import { StringField, TextField, UuidField } from '../../../core/http/fields/field-kinds.js';

export class LinkRequest {
  @UuidField({
    description: 'A person with a role of the customer for the client.',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  user_id!: string;

  @TextField(1, 256, {
    description: 'The userName of the person in the directory, in any letter case.',
    example: 'mei@acme.example',
  })
  user_name!: string;
}

export class LinkParams {
  @StringField({ description: 'A linked person.', format: 'uuid' })
  user_id!: string;
}
