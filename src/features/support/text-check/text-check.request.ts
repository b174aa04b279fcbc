import { TextField } from '../../../core/http/fields/field-kinds.js';

const MAX_TEXT = 20_000;

export class TextCheckRequest {
  @TextField(1, MAX_TEXT, {
    lines: true,
    description: 'The text of a ticket or comment that is not sent yet.',
    example: 'It happened again at 10:15.',
  })
  text!: string;
}
