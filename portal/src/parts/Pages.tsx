import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Leads through the pages of a list that counts them. Nothing where all of it is shown, and behind the last page. */
export function Pages({
  pagination: { page, total_pages: pages },
  onPage,
}: {
  readonly pagination: { readonly page: number; readonly total_pages: number };
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  if (pages <= 1 || page > pages) return null;
  return (
    <Group justify="flex-end" mt="sm" gap="xs">
      <Text size="sm" c="dimmed">
        {t('states.pageOf', { page, pages })}
      </Text>
      <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('states.previousPage')}
      </Button>
      <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('states.nextPage')}
      </Button>
    </Group>
  );
}
