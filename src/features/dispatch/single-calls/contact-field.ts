import { rule } from '../../../core/http/fields/field-rules.js';
import { RequestField, type FieldOptions } from '../../../core/http/fields/request-field.js';
import { isBlankText } from '../../../core/http/fields/visible-text.policy.js';
import { COLUMN_BY_NAME } from '../../campaigns/contact-rows/import-columns.policy.js';
import type { ContactField } from '../../campaigns/rules/contact-fields.js';
import { CellFault } from '../../campaigns/contact-rows/row-error.js';

/** The fault of a field of a contact (campaigns 4.4); null if there is none. */
function faultOf(name: ContactField, value: unknown): string | null {
  if (typeof value !== 'string' || isBlankText(value)) return 'must be a string that is not blank';
  const read = COLUMN_BY_NAME.get(name)!.read(value.trim());
  if (!(read instanceof CellFault)) return null;
  return read.allowed ? `${read.message}, such as ${read.allowed.join(', ')}` : read.message;
}

/** A field that is read like a column of an import. */
export const FromContact = (name: ContactField, options: FieldOptions = {}): PropertyDecorator =>
  RequestField(
    [
      rule(
        'contactFieldInvalid',
        (value) => faultOf(name, value) === null,
        (value) => faultOf(name, value) ?? 'is not valid',
      ),
    ],
    { type: String },
    { ...options, optional: true },
  );
