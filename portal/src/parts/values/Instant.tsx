import { Tooltip } from '@mantine/core';
import { useView } from '../../address/view';
import { useLocale } from '../../texts/locale';
import { useIsDescribed } from './OneStop';

/**
 * An instant in the zone of the view. Hover and focus show it in full, with the zone and the
 * seconds; in a row with a control, the focus of that control does.
 */
export function Instant({
  at,
  isExact = false,
  isDate = false,
  isTime = false,
}: {
  readonly at: string | null | undefined;
  /** Includes the seconds. */
  readonly isExact?: boolean;
  /** Shows only the day. */
  readonly isDate?: boolean;
  /** Shows only the time, for an instant at most hours ago. */
  readonly isTime?: boolean;
}) {
  const locale = useLocale();
  const { zone } = useView();
  const isDescribed = useIsDescribed();
  if (!at) return <>–</>;
  const instant = new Date(at);
  const short = new Intl.DateTimeFormat(locale, {
    dateStyle: isTime ? undefined : 'medium',
    timeStyle: isDate ? undefined : isExact ? 'medium' : 'short',
    timeZone: zone,
  });
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: zone,
  }).format(instant);
  return (
    <Tooltip label={exact}>
      <time dateTime={at} data-exact={exact} tabIndex={isDescribed ? undefined : 0}>
        {short.format(instant)}
      </time>
    </Tooltip>
  );
}
