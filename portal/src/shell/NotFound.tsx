import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The same page for absent pages and for those that a person may not see. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Stack align="center" py="xl">
      <Title order={1}>{t('states.notFoundTitle')}</Title>
      <Text c="dimmed">{t('states.notFoundText')}</Text>
    </Stack>
  );
}
