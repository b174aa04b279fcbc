import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-extensions.js';

/** Where a response says under which name it may be shared, until `shareComponents` takes the name away. */
export const NAME_EXTENSION = 'x-component-name';

type Kind = 'responses' | 'parameters';

interface Part {
  readonly name: string;
  readonly value: object;
  readonly form: string;
  readonly replace: (reference: { $ref: string }) => void;
}

/**
 * Moves responses and parameters that several operations have in common into the components. Of a name that has
 * several forms the most frequent is shared; the others stay where they are.
 */
export function shareComponents(document: OpenAPIObject, operations: readonly Operation[]): void {
  document.components = {
    ...document.components,
    responses: share('responses', operations.flatMap(responsesOf)),
    parameters: share('parameters', operations.flatMap(parametersOf)),
  } as NonNullable<OpenAPIObject['components']>;
}

function share(kind: Kind, parts: readonly Part[]): Record<string, object> {
  const shared = new Map<string, object>();
  for (const [name, named] of Map.groupBy(parts, (part) => part.name)) {
    const forms = [...Map.groupBy(named, ({ form }) => form).values()];
    const [most] = forms.sort((one, other) => other.length - one.length);
    if (!most || most.length < 2) continue;
    shared.set(name, most[0]!.value);
    for (const { replace } of most) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function responsesOf({ responses }: Operation): Part[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const { [NAME_EXTENSION]: given, ...value } = response as object & { [NAME_EXTENSION]?: string };
    responses[status] = value as (typeof responses)[string];
    const name = given ?? nameOfBody(value);
    if (name === undefined) return [];
    return [{ name, value, form: JSON.stringify(value), replace: (to) => (responses[status] = to) }];
  });
}

/** An answer is named after the class of its body. */
function nameOfBody(response: {
  content?: Record<string, { schema?: { $ref?: string } }>;
}): string | undefined {
  return response.content?.['application/json']?.schema?.$ref
    ?.split('/')
    .at(-1)
    ?.replace(/Response$/, '');
}

function parametersOf({ parameters = [] }: Operation): Part[] {
  return parameters.flatMap((value, index) => {
    if ('$ref' in value) return [];
    const name = `${pascalCase(value.name)}${pascalCase(value.in)}`;
    return [{ name, value, form: JSON.stringify(value), replace: (to) => (parameters[index] = to) }];
  });
}

/** `client_id`, `If-Match` and `projectArchived` as parts of a component's name. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[_-])([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
