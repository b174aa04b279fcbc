import { Code, Input, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm, type Choice, type FormState, type FieldProps } from './context';
import { useInput, Waiting } from './input';
import { Notes } from './Notes';
import { choicesOf, insideNullable, type Json, type Schema } from './schema';
import { referenceOf } from './references';
import { useWords } from './words';

// Loaded on demand: few sections have such a field.
const InstantField = lazy(async () => ({ default: (await import('./DateFields')).InstantField }));
const ColourField = lazy(async () => ({ default: (await import('./ColourField')).ColourField }));

const LONG_TEXT = 121;
const MANY_ROWS = 14;

function TextField(props: FieldProps) {
  const { path, schema, value, emptied } = props;
  const { set } = useForm();
  const input = useInput(props);
  const text = typeof value === 'string' ? value : '';
  const change = (next: string): void => set(path, next === '' ? emptied : next);
  const shared = {
    ...input,
    value: text,
    dir: 'auto',
    maxLength: schema.maxLength,
    placeholder: schema['x-message']?.match(/such as ([^,:;]+)$/)?.[1],
  };
  if (schema.maxLength !== undefined && schema.maxLength >= LONG_TEXT)
    return (
      <Textarea
        {...shared}
        autosize
        minRows={schema.maxLength > 1_000 ? 4 : 1}
        maxRows={MANY_ROWS}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  return <TextInput {...shared} onChange={({ currentTarget }) => change(currentTarget.value)} />;
}

function NumberField(props: FieldProps) {
  const { path, schema, value, emptied } = props;
  const { set } = useForm();
  return (
    <NumberInput
      {...useInput(props)}
      maw={240}
      allowDecimal={schema.type === 'number'}
      step={schema.type === 'number' ? 0.1 : 1}
      min={schema.minimum}
      max={schema.maximum}
      clampBehavior="none"
      placeholder={
        schema.minimum !== undefined && schema.maximum !== undefined
          ? `${schema.minimum} – ${schema.maximum}`
          : undefined
      }
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => {
        if (typeof next === 'number') set(path, next);
        else if (next === '') set(path, emptied);
      }}
    />
  );
}

function SwitchField(props: FieldProps) {
  const { path, value } = props;
  const { set, isReadOnly } = useForm();
  const { label, description, id, ...rest } = useInput(props);
  return (
    <Switch
      id={id}
      label={label}
      description={description}
      aria-label={rest['aria-label']}
      disabled={isReadOnly}
      error={rest.error}
      checked={value === true}
      onChange={({ currentTarget }) => set(path, currentTarget.checked)}
    />
  );
}

function ChoiceField(props: FieldProps & { readonly choices: readonly (string | number | boolean)[] }) {
  const { path, value, emptied, choices } = props;
  const { set, isReadOnly } = useForm();
  const words = useWords();
  const { t } = useTranslation();
  const chosen = choices.find((it) => it === value);
  return (
    <Select
      {...useInput(props)}
      maw={360}
      disabled={isReadOnly}
      clearable={emptied !== ''}
      allowDeselect={false}
      searchable={choices.length > 8}
      placeholder={t('form.notSet')}
      data={choices.map((it) => ({ value: String(it), label: words.word(path, it) }))}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(next) => set(path, choices.find((it) => String(it) === next) ?? emptied)}
    />
  );
}

/** Chooses a name from the project or a catalogue. A name that no longer exists stays visible. */
function ReferenceField(props: FieldProps & { readonly data: readonly Choice[] }) {
  const { path, value, emptied, data } = props;
  const { set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  const isKnown = text === '' || data.some((it) => it.value === text);
  // A choice without a value says that none is selected.
  const hasNone = data.some((it) => it.value === '');
  return (
    <Select
      {...useInput(props)}
      maw={420}
      disabled={isReadOnly}
      searchable
      clearable={!hasNone && emptied !== ''}
      allowDeselect={false}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.nothingToChoose')}
      data={isKnown ? [...data] : [{ value: text, label: text }, ...data]}
      value={hasNone ? text : text || null}
      onChange={(next) => set(path, next === null || next === '' ? emptied : next)}
    />
  );
}

/** A value that belongs to the runtime: people can read it but not change it. */
function JsonValue({ path, value }: FieldProps) {
  const { section } = useForm();
  const label = useWords().label(section, path);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Code block>{JSON.stringify(value ?? null, null, 2)}</Code>
    </Input.Wrapper>
  );
}

function inputFor(props: FieldProps, references: FormState['references'], section: string): ReactElement {
  const { path, schema } = props;
  const choices = choicesOf(schema);
  if (choices) return <ChoiceField {...props} choices={choices} />;
  const kind = referenceOf(section, path);
  const data = kind && references[kind];
  if (data) return <ReferenceField {...props} data={data} />;
  if (schema.type === 'boolean') return <SwitchField {...props} />;
  if (schema.type === 'integer' || schema.type === 'number') return <NumberField {...props} />;
  if (schema.type === 'string' && path.endsWith('_at_utc')) return <InstantField {...props} />;
  if (schema.type === 'string' && path.endsWith('colour')) return <ColourField {...props} />;
  if (schema.type === 'string') return <TextField {...props} />;
  return <JsonValue {...props} />;
}

/** A single value, with its findings below. */
export function Leaf(props: FieldProps) {
  const { section, references } = useForm();
  const inside = insideNullable(props.schema);
  const own = inside
    ? { ...props, schema: inside, emptied: null }
    : { ...props, emptied: props.isRequired ? emptyOf(props.schema) : undefined };
  return (
    <div>
      <Suspense fallback={<Waiting {...own} />}>{inputFor(own, references, section)}</Suspense>
      <Notes path={props.path} />
    </div>
  );
}

/** The value of an emptied field that cannot be left out: the API reports that it is missing. */
const emptyOf = ({ type }: Schema): Json => (type === 'string' || type === undefined ? '' : null);
