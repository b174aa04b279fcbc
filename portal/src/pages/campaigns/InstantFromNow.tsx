import { useState } from 'react';
import { Instant } from '../../parts/values/Instant';
import { useLocale } from '../../texts/locale';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** An instant, and how far away it is. */
export function InstantFromNow({ at }: { readonly at: string | null }) {
  const locale = useLocale();
  const [now] = useState(() => Date.now());
  if (at === null) return <>–</>;
  const left = Date.parse(at) - now;
  const [amount, unit] =
    Math.abs(left) < DAY_MS
      ? ([Math.trunc(left / HOUR_MS), 'hour'] as const)
      : ([Math.trunc(left / DAY_MS), 'day'] as const);
  const relative = new Intl.RelativeTimeFormat(locale).format(amount, unit);
  return (
    <>
      <Instant at={at} /> ({relative})
    </>
  );
}
