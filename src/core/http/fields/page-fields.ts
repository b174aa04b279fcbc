import { QueryIntegerField, StringField } from './field-kinds.js';

/**
 * The number of a page, from 1, in a query (requests 7.1). The field's own value is the default.
 */
export const PageNumber = (description?: string): PropertyDecorator =>
  QueryIntegerField(1, null, {
    default: 1,
    optional: true,
    ...(description !== undefined && { description }),
  });

/** The most rows of a page. The field's own value is the default, also in the document. */
export const PageSize = (most: number, byDefault: number): PropertyDecorator =>
  QueryIntegerField(1, most, { default: byDefault, optional: true });

/** The cursor of the next page, which the page before returned as `field`. */
export const CursorField = (field: string): PropertyDecorator =>
  StringField({
    description: `The ${field} of the previous page; the filter must stay the same.`,
    optional: true,
  });
