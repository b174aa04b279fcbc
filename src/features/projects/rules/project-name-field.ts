import { matches } from '../../../core/http/fields/field-rules.js';
import { TextField } from '../../../core/http/fields/field-kinds.js';
import type { FieldOptions } from '../../../core/http/fields/request-field.js';

/** The format of a project's name (projects 4.1). */
export const ProjectNameField = (options: FieldOptions = {}): PropertyDecorator =>
  TextField(3, 120, {
    example: 'Front desk',
    ...options,
    also: [
      matches(/^[^\u202A-\u202E\u2066-\u2069]*$/u, 'must not change the direction of the text around it'),
    ],
  });
