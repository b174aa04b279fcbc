import { useTranslation } from 'react-i18next';
import { Figure } from '../../parts/figures/Figure';
import { useNumbers } from '../../texts/numbers';

/** A number of calls that links to exactly these calls. */
export function CallsLink({
  calls,
  search,
  what,
  when,
  isQuiet = false,
  figure,
  zone,
}: {
  readonly calls: number;
  readonly search: Record<string, string>;
  readonly what: string;
  readonly when: string;
  /** A number for comparison, which requires no action. */
  readonly isQuiet?: boolean;
  /** The path of the number in the route's response, below the client. */
  readonly figure: string;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const formatted = count(calls);
  return (
    <Figure
      of={{
        route: '/v1/portal/home',
        query: { timezone: zone },
        figure: `items[client_id].calls.${figure}`,
        keys: [search['client_id'] ?? ''],
      }}
      what={`${what}, ${when}`}
      calls={search}
      label={t('home.openCalls', { formatted, what, when })}
      isQuiet={isQuiet}
      isCompact
    >
      {formatted}
    </Figure>
  );
}
