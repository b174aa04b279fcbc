import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../address/view';

/** A button that keeps its position and the focus, even if there is no further page. */
function Step({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: (() => void) | string | null | undefined;
}) {
  const isOff = typeof onClick !== 'function';
  return (
    <Button
      size="xs"
      variant="default"
      data-disabled={isOff || undefined}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      {label}
    </Button>
  );
}

/** Pages through a list that only knows its next page. */
export function CursorPages({
  next,
  parameter = 'cursor',
}: {
  readonly next: string | null | undefined;
  /** The address parameter with the position in the list. */
  readonly parameter?: 'cursor' | 'page_token';
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const search: { cursor?: string; page_token?: string } = useSearch({ strict: false });
  if (!search[parameter] && !next) return null;
  return (
    <Group justify="flex-end" mt="sm" gap="xs">
      <Step
        label={t('pager.first')}
        onClick={search[parameter] && (() => change({ [parameter]: undefined }))}
      />
      <Step label={t('pager.next')} onClick={next && (() => change({ [parameter]: next }))} />
    </Group>
  );
}
