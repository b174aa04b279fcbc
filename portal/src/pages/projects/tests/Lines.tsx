import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../texts/numbers';

interface Said {
  readonly status: string;
  readonly lines: readonly {
    readonly role: 'caller' | 'agent';
    readonly text: string;
    readonly offset_ms: number;
  }[];
}

/** Lines of a test's conversation, or why they are not shown. */
export function Lines({ said }: { readonly said: Said }) {
  const { t } = useTranslation();
  const { duration } = useNumbers();
  if (said.status !== 'available')
    return (
      <Text size="sm" c="dimmed">
        {t(`testCalls.transcript.${said.status}`)}
      </Text>
    );
  return (
    <Stack gap={6}>
      {said.lines.map(({ role, text, offset_ms: offset }, n) => (
        <Text key={n} size="sm" dir="auto">
          <Text span size="xs" c="dimmed">
            {duration(offset / 1_000)} {t(`words.role.${role}`)}:
          </Text>{' '}
          {text}
        </Text>
      ))}
    </Stack>
  );
}
