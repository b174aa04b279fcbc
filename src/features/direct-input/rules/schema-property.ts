import type { TSchema } from '@sinclair/typebox';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/**
 * A TypeBox schema as a field of the document: as JSON it is plain JSON Schema.
 * @param isRequired whether the field is always present
 */
export const schemaProperty = (schema: TSchema, isRequired = true): ApiPropertyOptions =>
  ({ ...(JSON.parse(JSON.stringify(schema)) as object), selfRequired: isRequired }) as ApiPropertyOptions;
