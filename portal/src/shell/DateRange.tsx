import { Button, Loader, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../address/view';
import { useLocale } from '../texts/locale';

// Loaded when opened, because most people select a named range.
const Calendar = lazy(async () => ({ default: (await import('./Calendar')).Calendar }));

/**
 * A range in the reader's format: a day as such, and an instant with its time in the zone of the
 * view.
 */
export function useDays(from: string, to: string): string {
  const { zone } = useView();
  const locale = useLocale();
  const formatOf = (bound: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      ...(bound.includes('T') ? { timeStyle: 'short', timeZone: zone } : { timeZone: 'UTC' }),
    });
  const [first, last] = [new Date(from), new Date(to)];
  if (from.includes('T') === to.includes('T')) return formatOf(from).formatRange(first, last);
  return `${formatOf(from).format(first)} – ${formatOf(to).format(last)}`;
}

/** The days of a view, and a calendar to choose others. */
export function DateRange({
  from,
  to,
  choose,
}: {
  readonly from: string;
  readonly to: string;
  readonly choose: (from: string, to: string) => void;
}) {
  const { t } = useTranslation();
  const text = useDays(from, to);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          fw={400}
          aria-label={`${t('shell.days')}: ${text}`}
          onClick={() => setOpen(!isOpen)}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.days')}>
        <Suspense fallback={<Loader size="sm" aria-label={t('states.loading')} />}>
          <Calendar
            days={[from.slice(0, 10), to.slice(0, 10)]}
            choose={(first, last) => {
              setOpen(false);
              choose(first, last);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
