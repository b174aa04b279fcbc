import { Center, Paper, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A page outside the frame, with one message and one action. */
export function PlainPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={{ base: '100%', xs: 420 }}>
        <Stack>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
