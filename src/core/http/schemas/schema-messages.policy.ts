import { ValueErrorType, type ValueError } from '@sinclair/typebox/value';

interface Complaint {
  readonly message: string;
  readonly type: string;
}

const complaint = (type: string, message: string): Complaint => ({ message, type });

const plural = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

// A pattern may describe the allowed form under `x-message`; few people can read the pattern.
const ownMessage = ({ schema }: ValueError): string | undefined => {
  const text: unknown = schema['x-message'];
  return typeof text === 'string' ? text : undefined;
};

/** The values of a union of constants; undefined for any other union. */
function constantsOf(schema: object): readonly unknown[] | undefined {
  const { anyOf } = schema as { anyOf?: readonly { const?: unknown; type?: unknown }[] };
  const values = anyOf?.map((variant) => (variant.type === 'null' ? null : variant.const));
  return values?.some((value) => value === undefined) ? undefined : values;
}

function notAnObject({ path }: ValueError): Complaint {
  return complaint('object_type', path === '' ? 'must be a JSON object' : 'must be an object');
}

function ofUnion(error: ValueError): Complaint {
  const values = constantsOf(error.schema);
  if (!values && error.path === '' && Array.isArray(error.value)) return notAnObject(error);
  return values
    ? complaint('value_unknown', `must be one of ${values.map(String).join(', ')}`)
    : complaint('variant_unknown', `matches none of the allowed forms${formsOf(error.schema)}`);
}

type Variant = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, { const?: unknown }>>;
};

/** The field that distinguishes the variants. */
function formsOf(schema: object): string {
  const { anyOf = [] } = schema as { anyOf?: readonly Variant[] };
  const forms = anyOf.filter(({ type }) => type !== 'null').map(({ properties = {} }) => properties);
  const names = Object.keys(forms[0] ?? {}).filter((name) =>
    forms.every((properties) => properties[name]?.const !== undefined),
  );
  return names
    .map(
      (name) =>
        `: ${name} must be one of ${forms.map((properties) => String(properties[name]!.const)).join(', ')}`,
    )
    .join('');
}

const OF_TYPE: Partial<Record<ValueErrorType, (error: ValueError) => Complaint>> = {
  [ValueErrorType.ObjectRequiredProperty]: () => complaint('missing', 'is required'),
  [ValueErrorType.Object]: notAnObject,
  [ValueErrorType.ObjectMinProperties]: ({ schema }) =>
    complaint('too_few', `must have at least ${plural(schema['minProperties'], 'field')}`),
  [ValueErrorType.ObjectMaxProperties]: ({ schema }) =>
    complaint('too_many', `must have at most ${plural(schema['maxProperties'], 'field')}`),
  [ValueErrorType.Array]: () => complaint('array_type', 'must be a list'),
  [ValueErrorType.ArrayMinItems]: ({ schema }) =>
    complaint('too_few', `must have at least ${plural(schema['minItems'], 'item')}`),
  [ValueErrorType.ArrayMaxItems]: ({ schema }) =>
    complaint('too_many', `must have at most ${plural(schema['maxItems'], 'item')}`),
  [ValueErrorType.Boolean]: () => complaint('boolean_type', 'must be true or false'),
  [ValueErrorType.Null]: () => complaint('null_type', 'must be null'),
  [ValueErrorType.Integer]: () => complaint('integer_type', 'must be a whole number'),
  [ValueErrorType.Number]: () => complaint('number_type', 'must be a number'),
  [ValueErrorType.String]: () => complaint('string_type', 'must be text'),
  [ValueErrorType.StringMinLength]: ({ schema }) =>
    complaint('too_short', `must be at least ${plural(schema['minLength'], 'character')}`),
  [ValueErrorType.StringMaxLength]: ({ schema }) =>
    complaint('too_long', `must be at most ${plural(schema['maxLength'], 'character')}`),
  [ValueErrorType.StringPattern]: (error) =>
    complaint('malformed', ownMessage(error) ?? `must match ${String(error.schema['pattern'])}`),
  [ValueErrorType.StringFormat]: (error) =>
    complaint('malformed', ownMessage(error) ?? `must be of the format ${String(error.schema['format'])}`),
  [ValueErrorType.Literal]: ({ schema }) => complaint('value_unknown', `must be ${String(schema['const'])}`),
  [ValueErrorType.Union]: ofUnion,
};

const MINIMUM = ['minimum', 'exclusiveMinimum'] as const;
const MAXIMUM = ['maximum', 'exclusiveMaximum'] as const;

export function describeViolation(error: ValueError): Complaint {
  const known = OF_TYPE[error.type];
  if (known) return known(error);
  if (typeof error.value === 'number') return ofNumber(error);
  return complaint('malformed', 'is not valid');
}

function ofNumber({ schema, value }: ValueError): Complaint {
  const bound = (names: readonly string[]): unknown =>
    names.map((name): unknown => schema[name]).find((it) => it !== undefined);
  const [least, most] = [bound(MINIMUM), bound(MAXIMUM)];
  if (typeof least === 'number' && (value as number) <= least) {
    return complaint(
      'too_small',
      `must be ${schema['minimum'] === undefined ? 'more than' : 'at least'} ${least}`,
    );
  }
  if (typeof most === 'number' && (value as number) >= most) {
    return complaint(
      'too_large',
      `must be ${schema['maximum'] === undefined ? 'less than' : 'at most'} ${most}`,
    );
  }
  return complaint('not_a_multiple', `must be a multiple of ${String(schema['multipleOf'])}`);
}
