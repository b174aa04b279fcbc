import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setFactorDue } from '../api/step-up';
import { Proof } from '../parts/step-up/Proof';

/**
 * Replaces every page until this session has proved a second factor, apart from the page that adds
 * one (second-factors 3.3).
 */
export function FactorDue() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const title = t('stepUp.due');
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Center py="xl">
      <Paper withBorder p="xl" w={{ base: '100%', xs: 460 }}>
        <Stack>
          <Title order={1}>{title}</Title>
          <Text size="sm" c="dimmed">
            {t('stepUp.dueText')}
          </Text>
          <Proof
            onProved={() => {
              setFactorDue(false);
              void queries.invalidateQueries();
            }}
          />
        </Stack>
      </Paper>
    </Center>
  );
}
