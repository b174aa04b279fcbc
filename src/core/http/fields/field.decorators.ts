import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';

/** A response field that is always present. For request fields see field-kinds.ts. */
export const Field = (description: string, more: ApiPropertyOptions = {}): PropertyDecorator =>
  ApiProperty({ ...more, description });

export const OptionalField = (description: string, more: ApiPropertyOptions = {}): PropertyDecorator =>
  ApiPropertyOptional({ ...more, description });

/**
 * A field that is always present and may be null.
 * @param type required, because `T | null` has no type at run time
 */
export const NullableField = (
  type: Type | readonly [Type] | 'integer' | 'number',
  more: ApiPropertyOptions = {},
): PropertyDecorator => ApiProperty({ ...more, type, nullable: true } as ApiPropertyOptions);
