import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-extensions.js';

/**
 * Where a response, a parameter or an example says under which name it may be shared, until
 * `shareComponents` takes the name away.
 */
export const NAME_EXTENSION = 'x-component-name';

type Kind = 'examples' | 'responses' | 'parameters';

interface Part {
  readonly name: string;
  readonly value: object;
  readonly form: string;
  readonly replace: (reference: { $ref: string }) => void;
}

/**
 * Moves examples, responses and parameters that several operations have in common into the
 * components. If a name has several forms, the most frequent is shared; the others stay where they
 * are. Examples come first: responses are alike once theirs are.
 */
export function shareComponents(document: OpenAPIObject, operations: readonly Operation[]): void {
  document.components = {
    ...document.components,
    examples: share('examples', operations.flatMap(examplesOf)),
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

interface Response {
  [NAME_EXTENSION]?: string;
  content?: Record<string, Content>;
}

interface Content {
  schema?: { $ref?: string };
  examples?: Record<string, { [NAME_EXTENSION]?: string }>;
}

function examplesOf({ responses }: Operation): Part[] {
  const contents = Object.values(responses as Record<string, Response>).flatMap(({ content = {} }) =>
    Object.values(content),
  );
  return contents.flatMap(({ examples = {} }) =>
    Object.entries(examples).flatMap(([code, { [NAME_EXTENSION]: name, ...value }]) => {
      examples[code] = value;
      if (name === undefined) return [];
      return [{ name, value, form: JSON.stringify(value), replace: (to) => (examples[code] = to as object) }];
    }),
  );
}

function responsesOf({ responses }: Operation): Part[] {
  return Object.entries(responses as Record<string, Response>).flatMap(
    ([status, { [NAME_EXTENSION]: given, ...value }]) => {
      responses[status] = value as (typeof responses)[string];
      const name = given ?? nameOfBody(value);
      if (name === undefined) return [];
      return [{ name, value, form: JSON.stringify(value), replace: (to) => (responses[status] = to) }];
    },
  );
}

/** An answer is named after the class of its body. */
function nameOfBody({ content }: Response): string | undefined {
  return content?.['application/json']?.schema?.$ref
    ?.split('/')
    .at(-1)
    ?.replace(/Response$/, '');
}

function parametersOf({ parameters = [] }: Operation): Part[] {
  return parameters.flatMap((parameter, index) => {
    if ('$ref' in parameter) return [];
    const { [NAME_EXTENSION]: given, ...value } = parameter as typeof parameter & {
      [NAME_EXTENSION]?: string;
    };
    parameters[index] = value;
    const name = given ?? `${pascalCase(value.name)}${pascalCase(value.in)}`;
    return [{ name, value, form: JSON.stringify(value), replace: (to) => (parameters[index] = to) }];
  });
}

/** `client_id`, `If-Match` and `projectArchived` as parts of a component's name. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[_-])([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
