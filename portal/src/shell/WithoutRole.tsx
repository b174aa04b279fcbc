import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnedClient } from '../session/owned-client';
import { sessionOptions, type Session } from '../session/session';
import { Loading } from '../parts/States';
import { NotFound } from './NotFound';

/**
 * Replaces a page whose client the person has no role for. A client of their organisation is named;
 * any other client looks absent.
 */
export function WithoutRole({ session, clientId }: { readonly session: Session; readonly clientId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const owned = useOwnedClient(session, clientId);
  // A new role is not in the cached session yet.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: sessionOptions.queryKey });
  }, [queries, clientId]);
  if (owned.isLoading) return <Loading height={400} label={t('shell.client')} />;
  if (!owned.data) return <NotFound />;
  return (
    <Stack align="center" py="xl">
      <Title order={1} ta="center" dir="auto">
        {t('client.notAssigned', { name: owned.data.client.business_name })}
      </Title>
      <Text c="dimmed" ta="center">
        {t('client.notAssignedNext')}
      </Text>
      <Group justify="center">
        <Anchor renderRoot={(props) => <Link to="/clients" search={{ open: 'summary' }} {...props} />}>
          {t('client.summary')}
        </Anchor>
        <Anchor
          renderRoot={(props) => (
            <Link to="/settings" search={{ tab: 'clients', client: clientId }} {...props} />
          )}
        >
          {t('client.assign')}
        </Anchor>
      </Group>
    </Stack>
  );
}
