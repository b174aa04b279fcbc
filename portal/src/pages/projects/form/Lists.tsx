import { Checkbox, Group, Input, Stack, TagsInput, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { idOf, useForm, type FieldProps } from './context';
import { Waiting } from './input';
import { Add, ItemActions, useLabels } from './ListControls';
import { Notes } from './Notes';
import { choicesOf, isList, joinPath } from './schema';
import { ObjectList } from './ObjectList';
import { useWords } from './words';

const DaysField = lazy(async () => ({ default: (await import('./DateFields')).DaysField }));

const LONG_ITEM = 121;

/** Several values of an enumeration. */
function Choices(props: FieldProps & { readonly choices: readonly (string | number | boolean)[] }) {
  const { path, value, choices } = props;
  const { set, isReadOnly } = useForm();
  const words = useWords();
  const { label, description, aria } = useLabels(props);
  return (
    <Checkbox.Group
      id={idOf(path)}
      label={label}
      description={description}
      aria-label={aria}
      value={isList(value) ? value.map(String) : []}
      onChange={(next) =>
        set(
          path,
          choices.filter((it) => next.includes(String(it))),
        )
      }
    >
      <Group gap="md" mt={6}>
        {choices.map((it) => (
          <Checkbox key={String(it)} value={String(it)} label={words.word(path, it)} disabled={isReadOnly} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Short texts, such as tags and numbers. */
function Tags(props: FieldProps) {
  const { path, schema, value } = props;
  const { set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const { label, description, aria } = useLabels(props);
  const items = isList(value) ? value.map(String) : [];
  return (
    <TagsInput
      id={idOf(path)}
      label={label}
      description={description}
      inputWrapperOrder={HELP_BELOW}
      aria-label={aria}
      placeholder={
        items.length === 0
          ? (schema.items?.['x-message']?.match(/such as ([^,:;]+)/)?.[1] ?? t('form.typeAndEnter'))
          : undefined
      }
      maxTags={schema.maxItems}
      readOnly={isReadOnly}
      acceptValueOnBlur
      value={items}
      onChange={(next) => set(path, next)}
    />
  );
}

/** Long texts, one below the other. */
function Texts(props: FieldProps) {
  const { path, schema, value } = props;
  const { set, isReadOnly } = useForm();
  const { label, description, aria } = useLabels(props);
  const items = isList(value) ? value : [];
  return (
    <Input.Wrapper id={idOf(path)} label={label} description={description} labelElement="div">
      <Stack gap="xs" mt={6}>
        {items.map((item, n) => (
          <div key={n}>
            <Group gap="xs" wrap="nowrap">
              <TextInput
                id={idOf(joinPath(path, n))}
                flex={1}
                dir="auto"
                aria-label={`${aria} ${n + 1}`}
                readOnly={isReadOnly}
                maxLength={schema.items?.maxLength}
                value={typeof item === 'string' ? item : ''}
                onChange={({ currentTarget }) => set(joinPath(path, n), currentTarget.value)}
              />
              {!isReadOnly && <ItemActions path={path} items={items} at={n} what={`${aria} ${n + 1}`} />}
            </Group>
            <Notes path={joinPath(path, n)} />
          </div>
        ))}
        <Add path={path} schema={schema} items={items} what={aria} />
      </Stack>
    </Input.Wrapper>
  );
}

/** A list, in a form that suits its items. */
export function ListOf(props: FieldProps) {
  const { path, schema } = props;
  const items = schema.items ?? {};
  const choices = choicesOf(items);
  return (
    <div>
      {choices ? (
        <Choices {...props} choices={choices} />
      ) : items.type === 'object' ? (
        <ObjectList {...props} />
      ) : path.endsWith('_dates') ? (
        <Suspense fallback={<Waiting {...props} />}>
          <DaysField {...props} />
        </Suspense>
      ) : (items.maxLength ?? 0) >= LONG_ITEM ? (
        <Texts {...props} />
      ) : (
        <Tags {...props} />
      )}
      <Notes path={path} />
      {!choices && items.type !== 'object' && (items.maxLength ?? 0) < LONG_ITEM && <ItemNotes {...props} />}
    </div>
  );
}

/** Findings of single tags. */
function ItemNotes({ path, value }: FieldProps) {
  return isList(value) ? value.map((_, n) => <Notes key={n} path={joinPath(path, n)} />) : null;
}
