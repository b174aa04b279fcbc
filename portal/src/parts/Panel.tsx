import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

/** A titled part of a page. */
export function Panel({
  title,
  aside,
  isTight = false,
  isNext = false,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  /** The aside is short, such as a number, and stays beside a title of several lines. */
  readonly isTight?: boolean;
  /** It replaces what the person has just used, so that its title gets the focus. */
  readonly isNext?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNext && document.activeElement === document.body) heading.current?.focus();
  }, [isNext]);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" wrap={isTight ? 'nowrap' : 'wrap'}>
          <Title order={2} id={id} className="breaks" ref={heading} tabIndex={isNext ? -1 : undefined}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
