import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useView } from '../app/view';

/** An instant in the zone of the view. Hover and focus show the zone and the seconds. */
export function Instant({ at }: { readonly at: string | null | undefined }) {
  const { language } = useTranslation().i18n;
  const { zone } = useView();
  if (!at) return <>–</>;
  const instant = new Date(at);
  const short = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone: zone });
  return (
    <Tooltip label={exact.format(instant)}>
      <time dateTime={at} tabIndex={0}>
        {short.format(instant)}
      </time>
    </Tooltip>
  );
}
