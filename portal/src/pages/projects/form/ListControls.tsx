import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useForm, type FieldProps } from './context';
import { firstValue, type Json, type Schema } from './schema';
import { useWords } from './words';

/** Label, help and accessible name of a list. */
export function useLabels({ path, schema, isBare }: FieldProps) {
  const { section } = useForm();
  const words = useWords();
  const label = words.label(section, path);
  return isBare
    ? { label: undefined, aria: label }
    : { label, description: words.help(section, path, schema), aria: label };
}

/** Removes or moves an item: in lists where the first match counts, the order matters. */
export function ItemActions({
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

/** Adds an item to a list, unless the list is full. */
export function Add({
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
