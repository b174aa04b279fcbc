import { ActionIcon, Box, Button, Fieldset, Group, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { idOf, useForm, type FieldProps } from './context';
import { Notes } from './Notes';
import { firstValue, insideNullable, isObject, joinPath, type Schema } from './schema';
import { useWords } from './words';

/** Fields shown side by side if there is room: short ones. */
function isShort(schema: Schema): boolean {
  const { type, anyOf, maxLength = 0 } = insideNullable(schema) ?? schema;
  return (
    type === 'integer' || type === 'number' || anyOf !== undefined || (type === 'string' && maxLength <= 120)
  );
}

/** The fields of an object, without a frame. */
export function Fields({ path, schema, value, names }: FieldProps & { readonly names?: readonly string[] }) {
  const { Field } = useForm();
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => names?.includes(name) ?? true,
  );
  const required = schema.required ?? [];
  return (
    <Stack gap="md">
      <Notes path={path} />
      <Box className="fields">
        {properties.map(([name, own]) => (
          <div key={name} className={isShort(own) ? undefined : 'wide'}>
            <Field
              path={joinPath(path, name)}
              schema={own}
              value={isObject(value) ? value[name] : undefined}
              isRequired={required.includes(name)}
            />
          </div>
        ))}
      </Box>
    </Stack>
  );
}

/** An object with its name. An optional object can be added and removed. */
export function MaybeObject(props: FieldProps) {
  const { path, schema, value, isRequired, isBare, emptied } = props;
  const { section, set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const words = useWords();
  const label = words.label(section, path);
  const mayGo = !isReadOnly && (!isRequired || emptied === null);
  if (!isObject(value)) {
    return (
      <Stack gap={4} align="flex-start" id={idOf(path)}>
        {!isBare && (
          <>
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <Text size="xs" c="dimmed">
              {words.help(section, path, schema)}
            </Text>
          </>
        )}
        {isReadOnly ? (
          <Text size="sm">{t('form.notSet')}</Text>
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus aria-hidden size={14} />}
            onClick={() => set(path, firstValue(schema))}
          >
            {t('form.set', { what: label })}
          </Button>
        )}
        <Notes path={path} />
      </Stack>
    );
  }
  const takeAway = t('form.takeAway', { what: label });
  if (isBare) {
    return (
      <Stack gap="md" id={idOf(path)}>
        <Fields {...props} />
        {mayGo && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash aria-hidden size={14} />}
              onClick={() => set(path, emptied)}
            >
              {takeAway}
            </Button>
          </Group>
        )}
      </Stack>
    );
  }
  return (
    <Fieldset
      id={idOf(path)}
      legend={
        <Group gap={4}>
          {label}
          {mayGo && (
            <Tooltip label={takeAway}>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={takeAway}
                onClick={() => set(path, emptied)}
              >
                <IconTrash aria-hidden size={14} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      }
    >
      <Fields {...props} />
    </Fieldset>
  );
}

/** A secret of the project, selected by name. Its value never appears here. */
export function SecretField({ path, schema, value, isRequired, isBare }: FieldProps) {
  const { section, set, isReadOnly, references } = useForm();
  const { t } = useTranslation();
  const words = useWords();
  const inner = joinPath(path, 'secret_ref');
  const known = references.secret ?? [];
  const current = isObject(value) ? value['secret_ref'] : undefined;
  const name = typeof current === 'string' ? current : '';
  const label = words.label(section, path);
  return (
    <div>
      <Select
        id={idOf(inner)}
        maw={420}
        inputWrapperOrder={HELP_BELOW}
        {...(isBare ? { 'aria-label': label } : { label, description: words.help(section, path, schema) })}
        placeholder={t('form.chooseSecret')}
        nothingFoundMessage={t('form.noSecret')}
        disabled={isReadOnly}
        searchable
        clearable={!isRequired}
        allowDeselect={false}
        data={
          name === '' || known.some((it) => it.value === name)
            ? [...known]
            : [{ value: name, label: name }, ...known]
        }
        value={name || null}
        onChange={(next) =>
          set(path, next ? { secret_ref: next } : isRequired ? { secret_ref: '' } : undefined)
        }
      />
      <Notes path={path} />
      <Notes path={inner} />
    </div>
  );
}
