import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../address/view';

/** Leads through a list that knows its next page alone. */
export function CursorPages({
  next,
  parameter = 'cursor',
}: {
  readonly next: string | null | undefined;
  /** The parameter of the address that holds the place in the list. */
  readonly parameter?: 'cursor' | 'page_token';
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const search: { cursor?: string; page_token?: string } = useSearch({ strict: false });
  if (!search[parameter] && !next) return null;
  return (
    <Group justify="flex-end" mt="sm" gap="xs">
      {search[parameter] && (
        <Button size="xs" variant="default" onClick={() => change({ [parameter]: undefined })}>
          {t('pager.first')}
        </Button>
      )}
      {next && (
        <Button size="xs" variant="default" onClick={() => change({ [parameter]: next })}>
          {t('pager.next')}
        </Button>
      )}
    </Group>
  );
}
