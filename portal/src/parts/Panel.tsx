import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A titled part of a page. */
export function Panel({
  title,
  aside,
  isTight = false,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  /** The aside is short, such as a number, and stays beside a title of several lines. */
  readonly isTight?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" wrap={isTight ? 'nowrap' : 'wrap'}>
          <Title order={2} id={id} className="breaks">
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
