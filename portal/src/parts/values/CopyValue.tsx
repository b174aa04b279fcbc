import { ActionIcon, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A value to enter elsewhere, with a button that copies it. */
export function CopyValue({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal', lineHeight: 1.8 }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t(copied ? 'states.copiedWhat' : 'states.copyWhat', { what: label })}
              onClick={copy}
            >
              {copied ? <IconCheck aria-hidden size={14} /> : <IconCopy aria-hidden size={14} />}
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
