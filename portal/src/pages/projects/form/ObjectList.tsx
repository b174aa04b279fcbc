import { Accordion, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { idOf, isWithin, useForm, type FieldProps } from './context';
import { Add, ItemActions, useLabels } from './ListControls';
import { Fields } from './Objects';
import { isList, isObject, joinPath, type Json } from './schema';
import { useWords } from './words';

/** Fields that help a person recognize an item of a list. */
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

/**
 * A list of objects: one line each, and all fields of the open ones. A closed item shows that it
 * has findings.
 */
export function ObjectList(props: FieldProps) {
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
      <Stack gap="xs" mt={label ? 6 : 0}>
        {items.length > 0 && (
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
        )}
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
