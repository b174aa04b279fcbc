import { Group, Stack, Text } from '@mantine/core';

const FRAMES = [
  { title: 'English, light', language: 'en', scheme: 'light', width: 720 },
  { title: 'German, dark', language: 'de', scheme: 'dark', width: 720 },
  { title: 'German, 390 px', language: 'de', scheme: 'light', width: 390 },
] as const;

/** The components side by side: in both languages, both colour schemes, and on a phone. */
export function Frames() {
  return (
    <Group align="flex-start" wrap="nowrap" p="md" miw={1920}>
      {FRAMES.map(({ title, language, scheme, width }) => (
        <Stack key={title} gap="xs">
          <Text fw={600}>{title}</Text>
          <iframe
            title={title}
            src={`?language=${language}&scheme=${scheme}`}
            style={{ width, height: '94vh', border: '1px solid var(--mantine-color-default-border)' }}
          />
        </Stack>
      ))}
    </Group>
  );
}
