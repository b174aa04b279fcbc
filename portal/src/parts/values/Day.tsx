import { useLocale } from '../../texts/locale';

/** A calendar day, which is the same in every time zone. */
export function Day({ on }: { readonly on: string | null | undefined }) {
  const locale = useLocale();
  if (!on) return <>–</>;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={on}>{format.format(new Date(`${on}T00:00:00Z`))}</time>;
}
