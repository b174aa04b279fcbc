import { Center, Paper, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A page with one message and one action. */
export function PlainPage({
  title,
  isInFrame = false,
  children,
}: {
  readonly title: string;
  /** Replaces the page content within the frame. */
  readonly isInFrame?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Center {...(isInFrame ? { py: 'xl' } : { component: 'main', mih: '100vh', p: 'md' })}>
      <Paper withBorder p="xl" w={{ base: '100%', xs: isInFrame ? 460 : 420 }}>
        <Stack>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
