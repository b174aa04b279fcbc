import type { Operation } from '../http/openapi-extensions.js';

interface Parameter {
  readonly required?: boolean;
  example?: unknown;
  schema?: { example?: unknown; examples?: unknown[] };
}

/**
 * Shows the examples of optional parameters without filling them in. Swagger UI sends an `example`
 * as it stands, and a summary with every filter set at once finds nothing; it only shows `examples`
 * of the schema. A required parameter stays filled in.
 */
export function leaveOptionalsEmpty({ parameters = [] }: Operation): void {
  for (const parameter of parameters as Parameter[]) {
    const example = parameter.example ?? parameter.schema?.example;
    if (parameter.required || example === undefined) continue;
    const { example: _, ...schema } = parameter.schema ?? {};
    parameter.schema = { ...schema, examples: [example] };
    delete parameter.example;
  }
}
