import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { IfSent } from '../../../core/http/if-sent.js';
import { isBlankText } from '../../../core/http/visible-text.policy.js';
import { COLUMN_BY_NAME } from '../rows/import-columns.policy.js';
import type { ContactField } from '../rules/contact-fields.js';
import { CellFault } from '../rows/row-error.js';

/** What is wrong with a field of a contact (campaigns 4.4); null: nothing. */
function faultOf(name: ContactField, value: unknown): string | null {
  if (typeof value !== 'string' || isBlankText(value)) return 'must be a text that is not blank';
  const read = COLUMN_BY_NAME.get(name)!.read(value.trim());
  if (!(read instanceof CellFault)) return null;
  return read.allowed ? `${read.message}, such as ${read.allowed.join(', ')}` : read.message;
}

/** A field that is read as the column of an import is. */
export const FromContact = (
  name: ContactField,
  schema: Parameters<typeof ApiPropertyOptional>[0] = {},
): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, ...schema }),
    ValidateBy({
      name: 'contactFieldInvalid',
      validator: {
        validate: (value: unknown) => faultOf(name, value) === null,
        defaultMessage: (args) => faultOf(name, args?.value) ?? 'is not valid',
      },
    }),
    IfSent(),
  );
