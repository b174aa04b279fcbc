import { TextField } from '../../../core/http/fields/field-kinds.js';

export class SearchRequest {
  @TextField(2, 120, {
    description: 'A part of a name, an id, or the number of a request such as REQ-0012.',
    example: 'reminders',
  })
  q!: string;
}
