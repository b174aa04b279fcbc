import { Group, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../texts/numbers';

/** Goes through the pages of a list that counts them. Nothing where all is on one page. */
export function Pager({
  pagination,
  what,
  onChange,
}: {
  readonly pagination: {
    readonly page: number;
    readonly total_pages: number;
    readonly total_records: number;
  };
  readonly what: string;
  readonly onChange: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (pagination.total_pages < 2) return null;
  const names = { first: 'first', previous: 'previous', next: 'next', last: 'last' } as const;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        {t('pager.of', { what, total: count(pagination.total_records) })}
      </Text>
      <Pagination
        size="sm"
        value={pagination.page}
        total={pagination.total_pages}
        onChange={onChange}
        getItemProps={(page) => ({ 'aria-label': t('pager.page', { page }) })}
        getControlProps={(control) => ({ 'aria-label': t(`pager.${names[control]}`) })}
      />
    </Group>
  );
}
