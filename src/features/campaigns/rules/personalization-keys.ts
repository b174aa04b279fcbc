import { CONTACT_FIELDS } from './contact-fields.js';
import { matches, rule } from '../../../core/http/fields/field-rules.js';

export const KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Excludes columns of the import, in any letter case, and names that every object inherits. */
export const isFreeKey = (key: unknown): boolean =>
  typeof key !== 'string' ||
  !((CONTACT_FIELDS as readonly string[]).includes(key.toLowerCase()) || key in Object.prototype);

/** The format of each personalization key in a list (campaigns 1.7). */
export const isPersonalizationKey: readonly PropertyDecorator[] = [
  matches(KEY_PATTERN, 'each must be 1 to 64 letters, digits, hyphens and underscores', { each: true }),
  rule(
    'keyTaken',
    isFreeKey,
    'must not be the name of an import column, such as to_number, or of a property of every object, such ' +
      'as constructor',
    { each: true },
  ),
];

/** Whether all keys are allowed. Another rule refuses a value that is not a list. */
export const areAllowedKeys = rule<{ readonly allowed_keys: unknown }>(
  'keysNotAllowed',
  (required, { allowed_keys: allowed }) =>
    !Array.isArray(required) || !Array.isArray(allowed) || required.every((key) => allowed.includes(key)),
  'must all be among allowed_keys',
);
