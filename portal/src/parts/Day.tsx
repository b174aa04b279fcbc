import { useTranslation } from 'react-i18next';

/** A day of a calendar, which is the same in every zone. */
export function Day({ on }: { readonly on: string | null | undefined }) {
  const { language } = useTranslation().i18n;
  if (!on) return <>–</>;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={on}>{format.format(new Date(`${on}T00:00:00Z`))}</time>;
}
