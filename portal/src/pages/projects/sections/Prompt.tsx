import { Button, Group, Menu, Text, Textarea } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../texts/numbers';
import { idOf, useForm, type FieldProps } from '../form/context';
import { Notes } from '../form/Notes';
import { isList, isObject, type JsonObject } from '../form/schema';
import { useWords } from '../form/words';

/** The prompt, with enough room to write and the declared variables within reach. */
export function Prompt({ path, schema, value, root }: FieldProps & { readonly root: JsonObject }) {
  const { set, isReadOnly, section, findings } = useForm();
  const { t } = useTranslation();
  const { count } = useNumbers();
  const words = useWords();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === 'string' ? value : '';
  const variables = isList(root['variables']) ? root['variables'] : [];
  const names = variables
    .map((it) => (isObject(it) ? it['name'] : undefined))
    .filter((it): it is string => typeof it === 'string' && it !== '');
  const insert = (name: string): void => {
    const at = area.current?.selectionStart ?? text.length;
    const to = area.current?.selectionEnd ?? at;
    set(path, `${text.slice(0, at)}{{${name}}}${text.slice(to)}`);
    area.current?.focus();
  };
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="xs" c="dimmed" flex="1 1 240px">
          {words.help(section, path, schema)}
        </Text>
        {!isReadOnly && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                disabled={names.length === 0}
                leftSection={<IconBraces aria-hidden size={14} />}
              >
                {t('form.insertVariable')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {names.map((name) => (
                <Menu.Item key={name} onClick={() => insert(name)}>
                  {`{{${name}}}`}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Textarea
        ref={area}
        id={idOf(path)}
        aria-label={words.label(section, path)}
        autosize
        minRows={14}
        maxRows={32}
        dir="auto"
        classNames={{ input: 'prompt' }}
        readOnly={isReadOnly}
        maxLength={schema.maxLength}
        error={findings.some((it) => it.path === path && it.severity === 'error')}
        placeholder={t('form.promptExample')}
        value={text}
        onChange={({ currentTarget }) => set(path, currentTarget.value)}
      />
      <Group justify="space-between" mt={4} align="flex-start">
        <Notes path={path} />
        <Text size="xs" c="dimmed" ml="auto">
          {t('form.length', { length: count(text.length), most: count(schema.maxLength) })}
        </Text>
      </Group>
    </div>
  );
}
