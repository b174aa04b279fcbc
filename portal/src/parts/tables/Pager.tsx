import { Group, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../texts/numbers';

/**
 * Pages through a list with a known number of pages. Shows nothing for a single page, and after the
 * last page.
 */
export function Pager({
  pagination: { page, total_pages: pages, total_records: total },
  what,
  onChange,
}: {
  readonly pagination: {
    readonly page: number;
    readonly total_pages: number;
    readonly total_records?: number;
  };
  /** The name of the list, if nothing else says how many entries it has. */
  readonly what?: string;
  readonly onChange: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (pages < 2 || page > pages) return null;
  const names = { first: 'first', previous: 'previous', next: 'next', last: 'last' } as const;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" className="breaks">
        {what && t('pager.of', { what, total: count(total) })}
      </Text>
      <Pagination
        size="sm"
        value={page}
        total={pages}
        onChange={onChange}
        getItemProps={(item) => ({ 'aria-label': t('pager.page', { page: item }) })}
        getControlProps={(control) => ({ 'aria-label': t(`pager.${names[control]}`) })}
      />
    </Group>
  );
}
