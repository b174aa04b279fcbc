import {
  EnumField,
  IntegerField,
  PatternField,
  UuidField,
} from '../../../../core/http/fields/field-kinds.js';
import { rule } from '../../../../core/http/fields/field-rules.js';
import { RequestField } from '../../../../core/http/fields/request-field.js';
import { COMMENT_VISIBILITIES, type CommentVisibility } from '../../rules/words.js';
import { ATTACHMENT_EXTENSIONS, kindOfName } from '../rules/attachment-kinds.js';
import { MAX_FILE_BYTES } from '../rules/attachment-limits.js';
import { harmlessName } from '../rules/file-name.policy.js';

const MAX_NAME_CHARACTERS = 4096;
const NAME_MESSAGE = `must be a file name of 1 to ${MAX_NAME_CHARACTERS} characters that ends in .${ATTACHMENT_EXTENSIONS.join(', .')}`;

const isFileName = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= MAX_NAME_CHARACTERS &&
  kindOfName(harmlessName(value)) !== null;

export class StartAttachmentRequest {
  @RequestField(
    [rule('fileName', isFileName, NAME_MESSAGE)],
    { type: String, minLength: 1, maxLength: MAX_NAME_CHARACTERS },
    {
      description:
        'It is kept encrypted and made harmless: without folders, control and direction characters, and names that ' +
        'systems reserve, in at most 200 bytes.',
      example: 'screenshot.png',
    },
  )
  file_name!: string;

  @IntegerField(1, MAX_FILE_BYTES, { description: 'The size of the file.', example: 48_213 })
  bytes!: number;

  @PatternField(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file, as 64 hexadecimal digits in lower case', {
    description: 'The SHA-256 of the file in hexadecimal.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string;

  @UuidField({
    description:
      'A comment of yours on this ticket that the file belongs to: at most 10 files for each. Without one, the ' +
      'file belongs to the ticket.',
    example: '1c3e5b6f-7b4d-4c68-8b63-3a2d9e4f8b21',
    optional: true,
  })
  comment_id?: string;

  @EnumField(COMMENT_VISIBILITIES, {
    description:
      'internal: only for our staff, who alone may choose it; their default. A file of a comment has the ' +
      "comment's.",
    example: 'public',
    optional: true,
  })
  visibility?: CommentVisibility;
}
