import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** One network of the list: its range and its name. */
export function NetworkFields({
  entry,
  number,
  error,
  onChange,
  onRemove,
}: {
  readonly entry: { readonly network: string; readonly label: string };
  /** Its position in the list, from 1. */
  readonly number: number;
  readonly error: string | undefined;
  readonly onChange: (change: { readonly network?: string; readonly label?: string }) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        flex={1}
        ff="monospace"
        aria-label={t('allowlist.network', { number })}
        placeholder="203.0.113.0/24"
        autoComplete="off"
        spellCheck={false}
        value={entry.network}
        error={error}
        onChange={({ currentTarget }) => onChange({ network: currentTarget.value })}
      />
      <TextInput
        flex={1}
        aria-label={t('allowlist.label', { number })}
        placeholder={t('allowlist.labelHint')}
        maxLength={80}
        value={entry.label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <ActionIcon
        mt={4}
        variant="subtle"
        color="gray"
        aria-label={t('allowlist.remove', { network: entry.network || number })}
        onClick={onRemove}
      >
        <IconTrash aria-hidden size={16} />
      </ActionIcon>
    </Group>
  );
}
