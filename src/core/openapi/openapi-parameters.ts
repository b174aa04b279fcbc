import type { Operation } from '../http/openapi-extensions.js';

interface Parameter {
  readonly required?: boolean;
  example?: unknown;
  schema?: { example?: unknown; examples?: unknown[] };
}

/**
 * Swagger UI sends a parameter's `example` as it is, and a summary with every filter set finds
 * nothing; it only shows `examples`. Required parameters stay filled in.
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
