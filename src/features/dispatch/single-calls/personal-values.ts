import { rule } from '../../../core/http/fields/field-rules.js';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { readPersonalValue } from '../../campaigns/contact-rows/personal-value.policy.js';
import { isFreeKey, KEY_PATTERN } from '../../campaigns/rules/personalization-keys.js';
import { CellFault } from '../../campaigns/contact-rows/row-error.js';

/** As many as a campaign allows. */
const MAX_VALUES = 50;

function faultOf(value: unknown): string | null {
  if (!isRecord(value)) return 'must be an object of strings';
  const entries = Object.entries(value);
  if (entries.length > MAX_VALUES) return `must have at most ${MAX_VALUES} keys`;
  if (!entries.every(([key]) => KEY_PATTERN.test(key) && isFreeKey(key)))
    return (
      'must have keys of 1 to 64 letters, digits, hyphens and underscores, none of which is a field ' +
      'of the call or a property of every object'
    );
  for (const [, text] of entries) {
    if (typeof text !== 'string') return 'must have strings as values';
    const read = readPersonalValue(text);
    if (read instanceof CellFault) return `has a value that ${read.message}`;
  }
  return null;
}

/** The personalization that a runtime gets for one person, by key (campaigns 1.7, 4.5). */
export const arePersonalValues = rule(
  'personalizationInvalid',
  (value) => faultOf(value) === null,
  (value) => faultOf(value) ?? 'is not valid',
);
