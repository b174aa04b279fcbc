import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../texts/numbers';

/** A number of calls that leads to exactly these calls. */
export function CallsLink({
  calls,
  search,
  what,
  when,
  isQuiet = false,
}: {
  readonly calls: number;
  readonly search: Record<string, string>;
  readonly what: string;
  readonly when: string;
  /** A number to compare with, not one to act on. */
  readonly isQuiet?: boolean;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const formatted = count(calls);
  return (
    <Anchor
      fw={isQuiet || calls === 0 ? 400 : 600}
      {...(isQuiet && { c: 'dimmed' })}
      aria-label={t('home.openCalls', { formatted, what, when })}
      renderRoot={(props) => <Link to="/calls" search={search} {...props} />}
    >
      {formatted}
    </Anchor>
  );
}
