import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../app/view';

/** Leads through a list that knows its next page alone. */
export function CursorPages({ next }: { readonly next: string | undefined }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { cursor }: { cursor?: string } = useSearch({ strict: false });
  return (
    <Group justify="flex-end" mt="sm" gap="xs">
      {cursor && (
        <Button size="xs" variant="default" onClick={() => change({ cursor: undefined })}>
          {t('calls.first')}
        </Button>
      )}
      {next && (
        <Button size="xs" variant="default" onClick={() => change({ cursor: next })}>
          {t('calls.next')}
        </Button>
      )}
    </Group>
  );
}
