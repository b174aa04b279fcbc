import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useForm, type Finding } from './context';
import { useWords } from './words';

const SIGNS = {
  error: [IconCircleX, 'var(--mantine-color-red-text)'],
  warning: [IconAlertTriangle, 'var(--mantine-color-yellow-text)'],
} as const;

export function FindingLine({ finding }: { readonly finding: Finding }) {
  const words = useWords();
  const [Sign, colour] = SIGNS[finding.severity];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" component="span" display="flex">
      <Sign aria-hidden size={15} stroke={1.75} color={colour} style={{ flexShrink: 0, marginTop: 2 }} />
      <Text span size="xs" dir="auto">
        {words.finding(finding)}
      </Text>
    </Group>
  );
}

/** Findings about a field, next to it. */
export function Notes({ path, id }: { readonly path: string; readonly id?: string }) {
  const found = useForm().findings.filter((it) => it.path === path);
  if (found.length === 0) return null;
  return (
    <Stack gap={2} mt={4} id={id}>
      {found.map((finding) => (
        <FindingLine key={`${finding.code ?? ''}${finding.message}`} finding={finding} />
      ))}
    </Stack>
  );
}
