import { isIdentifier, isNotBlank, matches } from '../../../core/http/fields/field-rules.js';
import { StringField } from '../../../core/http/fields/field-kinds.js';

// A program's identifier of up to 64 characters. A subscriber's number has at least seven digits:
// no identifier needs as many, and the audit trail accepts no such number.
const WORD = /^(?!(?:[^0-9]*[0-9]){7})[a-z][a-z0-9_]{0,63}$/;
const WORD_HELP =
  'must be a word of a-z, 0-9 and _ that begins with a letter, up to 64 characters, without long numbers';

export class PiiAccessRequest {
  @StringField({
    also: [matches(WORD, WORD_HELP)],
    description: 'The kind of access, such as view_transcript, export_transcript or view_phone.',
    example: 'view_transcript',
  })
  access_type!: string;

  @StringField({
    description:
      'Identifier of the user who saw it, 1 to 128 characters. A value that does not look like an identifier, ' +
      'an email address for example, is kept as a keyed hash only.',
    example: 'user-4711',
    also: [isIdentifier(), isNotBlank()],
  })
  accessed_by!: string;

  @StringField({
    also: [matches(WORD, WORD_HELP)],
    description: 'The place in the client program that showed it.',
    default: 'api',
    example: 'portal',
    optional: true,
  })
  access_context: string = 'api';
}
