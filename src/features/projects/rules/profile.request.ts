import { isText, matches } from '../../../core/http/fields/field-rules.js';
import { ListField } from '../../../core/http/fields/field-kinds.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { PROFILE_TEXTS, type ProfileChange } from './profile.policy.js';

const MAX_TAGS = 20;
const MAX_TAG = 40;

// The form of BCP 47; the registered values change over time.
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

const ProfileText = (name: keyof typeof PROFILE_TEXTS, example: string, lines = false): PropertyDecorator =>
  RequestField(
    [isText(1, PROFILE_TEXTS[name], { lines })],
    { type: String, maxLength: PROFILE_TEXTS[name] },
    { example, optional: true, nullable: true },
  );

/** A project's description for people: it does not affect calls. */
export class ProjectProfileRequest implements ProfileChange {
  @ListField(
    [isText(1, MAX_TAG, { each: true })],
    { type: [String] },
    { max: MAX_TAGS, unique: true },
    {
      description: `At most ${MAX_TAGS}, of 1 to ${MAX_TAG} characters each. The sent tags replace all old ones.`,
      example: ['reception', 'pilot'],
      optional: true,
    },
  )
  tags?: string[];

  @ProfileText('industry', 'Dental care')
  industry?: string | null;

  @ProfileText('use_case', 'Reception and bookings')
  use_case?: string | null;

  @ProfileText('description', 'Answers the front desk while everybody is with a patient.', true)
  description?: string | null;

  @RequestField(
    [isText(2, PROFILE_TEXTS.language), matches(LANGUAGE, 'must be a language tag, such as en-AU')],
    { type: String, maxLength: PROFILE_TEXTS.language },
    {
      description: 'The language most callers speak, as a BCP 47 tag.',
      example: 'en-AU',
      optional: true,
      nullable: true,
    },
  )
  language?: string | null;
}
