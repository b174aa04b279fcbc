import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsDefined, ValidateIf } from 'class-validator';

/** Extends or replaces the kind's part of the document, and makes the field optional or nullable. */
export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly type?: Type | 'integer' | 'object';
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: object;
  readonly writeOnly?: boolean;
  /** Whether it may be omitted, or a condition on the request. Null is then an ordinary value. */
  readonly optional?: boolean | ((request: Readonly<Record<string, unknown>>) => boolean);
  /** May be null; `'undocumented'`: null passes, and the document does not promise it. */
  readonly nullable?: boolean | 'undocumented';
  /** Further rules and how the value is read; checked in this order, after the rules of the kind. */
  readonly also?: readonly PropertyDecorator[];
}

/**
 * A field of a body, a query or a path: its rules and its part of the document.
 * @param rules the response names the first that a value breaks
 * @param schema the kind's part of the document
 */
export function RequestField(
  rules: readonly PropertyDecorator[],
  schema: ApiPropertyOptions,
  options: FieldOptions,
): PropertyDecorator {
  const { optional = false, nullable = false, also = [], ...said } = options;
  const document = inDocument(
    schema,
    { ...said, ...(nullable === true && { nullable }) },
    optional !== false,
  );
  return applyDecorators(...presenceOf(options), ...rules, ...also, document);
}

function presenceOf({ optional = false, nullable = false }: FieldOptions): PropertyDecorator[] {
  const mayBeLeftOut = typeof optional === 'function' ? optional : () => optional;
  const isAsked = (request: object, value: unknown): boolean => {
    if (value === null) return nullable === false;
    return value !== undefined || !mayBeLeftOut(request as Readonly<Record<string, unknown>>);
  };
  // A null breaks the kind's rules if the field is optional; otherwise it counts as missing.
  return [ValidateIf(isAsked), ...(optional === true ? [] : [IsDefined()])];
}

/** Descriptions come last, as elsewhere in the document. */
const inDocument = (
  schema: ApiPropertyOptions,
  { description, ...said }: FieldOptions,
  isOptional: boolean,
): PropertyDecorator =>
  ApiProperty({
    ...schema,
    ...said,
    ...(description !== undefined && { description }),
    // An object's own `required` lists its fields.
    ...(Array.isArray(schema.required) ? { selfRequired: !isOptional } : { required: !isOptional }),
  } as ApiPropertyOptions);

/** A field that passes unchanged, to be checked after validation. */
export const UncheckedField = (
  schema: ApiPropertyOptions,
  { optional, ...said }: FieldOptions = {},
): PropertyDecorator => applyDecorators(Allow(), inDocument(schema, said, optional === true));
