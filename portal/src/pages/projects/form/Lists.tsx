import {
  Accordion,
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { idOf, isWithin, useForm } from './context';
import type { FieldProps } from './Field';
import { Notes } from './Notes';
import { Fields } from './Objects';
import { choicesOf, firstValue, isList, isObject, joinPath, type Json, type Schema } from './schema';
import { useWords } from './words';

const LONG_ITEM = 121;

/** By what a person knows one thing of a list from another. */
const TITLES = [
  'label',
  'name',
  'title',
  'display_name',
  'address',
  'rule_id',
  'service_id',
  'tool_name',
  'plugin_id',
  'webhook_name',
  'intent_id',
  'step_id',
  'family',
  'provider',
  'kind',
] as const;

const titleOf = (item: Json): string => {
  if (!isObject(item)) return '';
  const found = TITLES.map((name) => item[name]).find((it) => typeof it === 'string' && it !== '');
  return typeof found === 'string' ? found : '';
};

function useLabels({ path, schema, isBare }: FieldProps) {
  const { section } = useForm();
  const words = useWords();
  const label = words.label(section, path);
  return isBare
    ? { label: undefined, aria: label }
    : { label, description: words.help(section, path, schema), aria: label };
}

/** Some words of a closed list. */
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

function Dates(props: FieldProps) {
  const { path, value } = props;
  const { set, isReadOnly } = useForm();
  const { label, description, aria } = useLabels(props);
  return (
    <DatePickerInput
      id={idOf(path)}
      type="multiple"
      label={label}
      description={description}
      aria-label={aria}
      valueFormat="YYYY-MM-DD"
      disabled={isReadOnly}
      clearable
      value={isList(value) ? value.map(String) : []}
      onChange={(next) => set(path, [...next].sort())}
    />
  );
}

/** Takes an item away, or moves it: in lists where the first match counts, the place matters. */
function ItemActions({
  path,
  items,
  at,
  what,
}: {
  readonly path: string;
  readonly items: readonly Json[];
  readonly at: number;
  readonly what: string;
}) {
  const { set } = useForm();
  const { t } = useTranslation();
  const move = (to: number): void => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(at, 1));
    set(path, next);
  };
  const actions = [
    { name: 'form.up', Sign: IconArrowUp, isOn: at > 0, act: () => move(at - 1) },
    { name: 'form.down', Sign: IconArrowDown, isOn: at < items.length - 1, act: () => move(at + 1) },
    {
      name: 'form.remove',
      Sign: IconTrash,
      isOn: true,
      act: () =>
        set(
          path,
          items.filter((_, n) => n !== at),
        ),
    },
  ] as const;
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map(({ name, Sign, isOn, act }) => (
        <Tooltip key={name} label={t(name, { what })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(name, { what })}
            disabled={!isOn}
            onClick={act}
          >
            <Sign aria-hidden size={15} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}

/** Long texts, one below the other. */
function Texts(props: FieldProps) {
  const { path, schema, value } = props;
  const { set, isReadOnly } = useForm();
  const { t } = useTranslation();
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
                value={String(item)}
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

function Add({
  path,
  schema,
  items,
  what,
  onAdded,
}: {
  readonly path: string;
  readonly schema: Schema;
  readonly items: readonly Json[];
  readonly what: string;
  readonly onAdded?: (at: number) => void;
}) {
  const { set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const one = useWords().item(path);
  if (isReadOnly)
    return items.length === 0 ? (
      <Text size="sm" c="dimmed">
        {t('form.empty')}
      </Text>
    ) : null;
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        disabled={isFull}
        leftSection={<IconPlus aria-hidden size={14} />}
        onClick={() => {
          set(path, [...items, firstValue(schema.items ?? {})]);
          onAdded?.(items.length);
        }}
      >
        {one ? t('form.addOne', { what: one }) : t('form.add', { what })}
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed">
          {t('form.full', { count: schema.maxItems })}
        </Text>
      )}
    </Group>
  );
}

/** Things with fields of their own: one line each, and the open ones in full. What has findings says so while it is closed. */
function Things(props: FieldProps) {
  const { path, schema, value } = props;
  const { findings, isReadOnly } = useForm();
  const { label, description, aria } = useLabels(props);
  const words = useWords();
  const items = isList(value) ? value : [];
  const [open, setOpen] = useState<string[]>(items.length === 1 ? ['0'] : []);
  const faulty = items.flatMap((_, n) =>
    findings.some((it) => isWithin(joinPath(path, n), it)) ? [String(n)] : [],
  );
  return (
    <Input.Wrapper id={idOf(path)} label={label} description={description} labelElement="div">
      <Stack gap="xs" mt={6}>
        <Accordion
          multiple
          variant="contained"
          chevronPosition="left"
          value={[...new Set([...open, ...faulty])]}
          onChange={setOpen}
        >
          {items.map((item, n) => {
            const own = joinPath(path, n);
            const title = titleOf(item) || `${aria} ${n + 1}`;
            const kind =
              isObject(item) && typeof item['trigger'] === 'string'
                ? words.word('trigger', item['trigger'])
                : undefined;
            return (
              <Accordion.Item key={n} value={String(n)}>
                <Group gap={4} wrap="nowrap" pr="xs">
                  <Accordion.Control>
                    <Text span size="sm" fw={500} dir="auto">
                      {title}
                    </Text>
                    {kind && <Text span size="sm" c="dimmed">{` · ${kind}`}</Text>}
                  </Accordion.Control>
                  {!isReadOnly && <ItemActions path={path} items={items} at={n} what={title} />}
                </Group>
                <Accordion.Panel>
                  {(open.includes(String(n)) || faulty.includes(String(n))) && (
                    <Fields path={own} schema={schema.items ?? {}} value={item} isRequired />
                  )}
                </Accordion.Panel>
              </Accordion.Item>
            );
          })}
        </Accordion>
        <Add
          path={path}
          schema={schema}
          items={items}
          what={aria}
          onAdded={(at) => setOpen((before) => [...before, String(at)])}
        />
      </Stack>
    </Input.Wrapper>
  );
}

/** A list, in the way that suits what is in it. */
export function ListOf(props: FieldProps) {
  const { path, schema } = props;
  const items = schema.items ?? {};
  const choices = choicesOf(items);
  return (
    <div>
      {choices ? (
        <Choices {...props} choices={choices} />
      ) : items.type === 'object' ? (
        <Things {...props} />
      ) : path.endsWith('_dates') ? (
        <Dates {...props} />
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

/** What is wrong with single tags. */
function ItemNotes({ path, value }: FieldProps) {
  return isList(value) ? value.map((_, n) => <Notes key={n} path={joinPath(path, n)} />) : null;
}
