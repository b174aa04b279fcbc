import { ActionIcon, Button, Group, Input, SegmentedControl, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { idOf, useForm, type FieldProps } from './context';
import { Notes } from './Notes';
import { choicesOf, firstValue, isObject, joinPath, valuesOf, type Json, type Schema } from './schema';
import { useWords } from './words';

const typeOf = (value: Json | undefined): string =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';

/** A value that is a text, a number, or true or false; the person selects which. */
function AnyKind({ path, schema, value }: FieldProps) {
  const { Field, set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const kinds = schema.anyOf ?? [];
  const type = typeOf(value);
  const chosen = kinds.find((it) => it.type === type) ?? kinds[0] ?? {};
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" flex={1}>
      <SegmentedControl
        size="xs"
        disabled={isReadOnly}
        aria-label={t('form.kindOfValue')}
        data={kinds.map((it) => ({ value: String(it.type), label: t(`form.kinds.${String(it.type)}`) }))}
        value={String(chosen.type)}
        onChange={(next) => set(path, firstValue(kinds.find((it) => it.type === next) ?? {}))}
      />
      <div className="grow">
        <Field path={path} schema={chosen} value={value} isRequired isBare />
      </div>
    </Group>
  );
}

const isUnion = (schema: Schema): boolean => schema.anyOf !== undefined && !choicesOf(schema);

/** Items with names that a person chooses. */
export function MapOf({ path, schema, value, isBare }: FieldProps) {
  const { Field, section, set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const words = useWords();
  const [name, setName] = useState('');
  const label = words.label(section, path);
  const own = valuesOf(schema) ?? {};
  const entries = isObject(value) ? Object.entries(value) : [];
  const isFull = schema.maxProperties !== undefined && entries.length >= schema.maxProperties;
  const isTaken = entries.some(([it]) => it === name.trim());
  const add = (): void => {
    if (name.trim() === '' || isTaken) return;
    set(joinPath(path, name.trim()), firstValue(isUnion(own) ? (own.anyOf?.[0] ?? {}) : own));
    setName('');
  };
  return (
    <Input.Wrapper
      id={idOf(path)}
      label={isBare ? undefined : label}
      description={isBare ? undefined : words.help(section, path, schema)}
      labelElement="div"
    >
      <Stack gap="xs" mt={6}>
        {entries.map(([key, item]) => {
          const inner = joinPath(path, key);
          const isThing = own.type === 'object' && !own.properties?.['secret_ref'];
          return (
            <Group key={key} gap="xs" wrap={isThing ? 'wrap' : 'nowrap'} align="flex-start">
              <TextInput w={isThing ? 260 : 180} readOnly aria-label={t('form.name')} value={key} />
              {!isReadOnly && (
                <Tooltip label={t('form.remove', { what: key })}>
                  <ActionIcon
                    mt={6}
                    variant="subtle"
                    color="gray"
                    aria-label={t('form.remove', { what: key })}
                    onClick={() => set(inner, undefined)}
                  >
                    <IconTrash aria-hidden size={15} />
                  </ActionIcon>
                </Tooltip>
              )}
              <div className={isThing ? 'whole' : 'grow'}>
                {isUnion(own) ? (
                  <AnyKind path={inner} schema={own} value={item} isRequired />
                ) : (
                  <Field path={inner} schema={own} value={item} isRequired isBare />
                )}
              </div>
            </Group>
          );
        })}
        {!isReadOnly && (
          <Group gap="xs">
            <TextInput
              w={180}
              size="xs"
              aria-label={t('form.newName', { what: label })}
              placeholder={t('form.name')}
              value={name}
              error={isTaken}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button
              size="xs"
              variant="default"
              disabled={isFull || name.trim() === '' || isTaken}
              leftSection={<IconPlus aria-hidden size={14} />}
              onClick={add}
            >
              {t('form.add', { what: label })}
            </Button>
          </Group>
        )}
      </Stack>
      <Notes path={path} />
    </Input.Wrapper>
  );
}
