import {
  EnumField,
  InstantField,
  ListField,
  TextField,
  UuidField,
} from '../../../core/http/fields/field-kinds.js';
import { isText, readAs, rule } from '../../../core/http/fields/field-rules.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import { plainTag } from '../rules/tags.js';
import { FOLLOW_UP_STATES, type FollowUpState } from '../rules/words.js';

/** One page of text; longer texts belong in another system, which the note can name. */
const MAX_NOTE = 2000;
const MAX_TAGS = 10;
const MAX_TAG = 40;

export class FollowUpRequest {
  @EnumField(FOLLOW_UP_STATES, {
    description: 'Whether there is something to do: open or done; null: nothing, only a note or tags.',
    example: 'open',
    nullable: true,
  })
  state!: FollowUpState | null;

  @UuidField({
    description: 'The owner: the user_id of a person with a role for the client.',
    example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10',
    nullable: true,
  })
  owner!: string | null;

  @InstantField({ description: 'When it must be done.', example: '2026-11-02T04:00:00.000Z', nullable: true })
  due_at_utc!: string | null;

  @TextField(1, MAX_NOTE, {
    lines: true,
    description:
      'Stored encrypted, and shown by the rules of summaries. Omit it to keep it; null removes it.',
    example: 'Wants a quote for the blue one.',
    optional: true,
    nullable: true,
  })
  note?: string | null;

  @ListField(
    [
      isText(1, MAX_TAG, { each: true }),
      rule(
        'personal',
        (value) => typeof value !== 'string' || detectPii(value) === null,
        'each must be without personal data, such as numbers and addresses',
        { each: true },
      ),
      readAs((value) =>
        Array.isArray(value)
          ? value.map((it: unknown) => (typeof it === 'string' ? plainTag(it) : it))
          : value,
      ),
    ],
    { type: [String] },
    { max: MAX_TAGS, unique: true },
    {
      description: `At most ${MAX_TAGS}, of 1 to ${MAX_TAG} characters each, in small letters. Sent tags take the place of all the old ones.`,
      example: ['quote'],
    },
  )
  tags!: string[];
}
