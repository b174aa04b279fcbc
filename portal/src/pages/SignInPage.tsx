import { Alert, Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signInAddress } from '../app/session';

const REASONS = ['ended', 'signed_out', 'denied', 'no_access', 'provider_unavailable'];

/** Says why a person is here, and leads to the identity provider. */
export function SignInPage() {
  const { t } = useTranslation();
  const { reason, return_to = '/' }: { reason?: string; return_to?: string } = useSearch({ strict: false });
  useEffect(() => {
    document.title = `${t('pages.signIn')} · ${t('product')}`;
  }, [t]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={380}>
        <Stack>
          <Title order={1}>{t('signIn.title')}</Title>
          {reason && REASONS.includes(reason) && (
            <Alert variant="light" color={reason === 'ended' || reason === 'signed_out' ? 'accent' : 'red'}>
              {t(`signIn.${reason}`)}
            </Alert>
          )}
          <Text c="dimmed">{t('signIn.text')}</Text>
          <Button component="a" href={signInAddress(return_to)} fullWidth>
            {t('signIn.button')}
          </Button>
        </Stack>
      </Paper>
    </Center>
  );
}
