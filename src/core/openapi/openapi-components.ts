import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../http/openapi-extensions.js';

/**
 * The name under which a response, a parameter or an example may be shared, until `shareComponents`
 * removes it.
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
 * Moves common responses, parameters and examples into the components. Responses come first: most
 * examples are in only one shared response.
 */
export function shareComponents(document: OpenAPIObject, operations: readonly Operation[]): void {
  const names = takeExampleNames(operations);
  const responses = share('responses', operations.flatMap(responsesOf));
  const parameters = share('parameters', operations.flatMap(parametersOf));
  const left = [...Object.values(responses), ...operations.flatMap(ownResponsesOf)];
  const examples = share(
    'examples',
    left.flatMap((response) => examplesOf(response, names)),
  );
  document.components = { ...document.components, examples, responses, parameters } as NonNullable<
    OpenAPIObject['components']
  >;
}

/**
 * If a name has several forms, the most frequent one gets the name, and the others get a number.
 */
function share(kind: Kind, parts: readonly Part[]): Record<string, object> {
  const shared = new Map<string, object>();
  for (const [name, named] of Map.groupBy(parts, (part) => part.name)) {
    const forms = [...Map.groupBy(named, ({ form }) => form).values()].filter(({ length }) => length > 1);
    for (const [index, uses] of forms.toSorted((one, other) => other.length - one.length).entries()) {
      const numbered = index === 0 ? name : `${name}${index + 1}`;
      shared.set(numbered, uses[0]!.value);
      for (const { replace } of uses) replace({ $ref: `#/components/${kind}/${numbered}` });
    }
  }
  return Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface Response {
  [NAME_EXTENSION]?: string;
  content?: Record<string, Content>;
}

interface Content {
  schema?: { $ref?: string };
  examples?: Record<string, Example>;
}

interface Example {
  [NAME_EXTENSION]?: string;
}

const examplesIn = ({ content = {} }: Response): Record<string, Example>[] =>
  Object.values(content).flatMap(({ examples }) => (examples ? [examples] : []));

/** Responses are equal if only the names of their examples differ. */
function takeExampleNames(operations: readonly Operation[]): ReadonlyMap<object, string> {
  const names = new Map<object, string>();
  const responses = operations.flatMap((it) => Object.values(it.responses as Record<string, Response>));
  for (const examples of responses.flatMap(examplesIn)) {
    for (const example of Object.values(examples)) {
      const name = example[NAME_EXTENSION];
      delete example[NAME_EXTENSION];
      if (name !== undefined) names.set(example, name);
    }
  }
  return names;
}

const ownResponsesOf = ({ responses }: Operation): Response[] =>
  Object.values(responses as Record<string, Response>).filter((response) => !('$ref' in response));

function examplesOf(response: Response, names: ReadonlyMap<object, string>): Part[] {
  return examplesIn(response).flatMap((examples) =>
    Object.entries(examples).flatMap(([code, value]) => {
      const name = names.get(value);
      if (name === undefined) return [];
      return [
        { name, value, form: JSON.stringify(value), replace: (to) => (examples[code] = to as Example) },
      ];
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

/** `client_id`, `If-Match` and "projectArchived" as parts of a component's name. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[_-])([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
