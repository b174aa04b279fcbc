import { ActionIcon, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDefinitionsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useLanguage } from '../../texts/locale';
import type { Range } from '../../address/range';
import { callsOf, type FigureOf } from './figure-of';

const Explanation = lazy(() => import('./Explanation'));

/**
 * A figure that opens its calls, and explains itself with the icon next to it or the key `e`.
 * @param calls the address of its calls, if the page knows it; else they follow from its definition
 */
export function Figure({
  of,
  what,
  children,
  calls,
  dates,
  label,
  isQuiet = false,
  isCompact = false,
}: {
  readonly of: FigureOf;
  readonly what: string;
  readonly children: string;
  readonly calls?: Record<string, string> | null;
  /** The dates of its calls, if they differ from those of the query. */
  readonly dates?: Range & { readonly timezone?: string };
  /** The name of the link. */
  readonly label?: string;
  /** A number for comparison, which requires no action. */
  readonly isQuiet?: boolean;
  /** Set for figures in a table, so that the tab key skips their icons. */
  readonly isCompact?: boolean;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const definitions = useQuery({
    ...listDefinitionsOptions({ query: { language: useLanguage() } }),
    staleTime: Infinity,
    enabled: calls === undefined,
  });
  const definition = definitions.data?.items.find(
    ({ route, figure }) => route === of.route && figure === of.figure,
  );
  const search = calls ?? (definition ? callsOf(of, definition, dates) : null);
  return (
    <span data-figure className="explained">
      {search ? (
        <Anchor
          fz="inherit"
          fw={isQuiet ? 400 : 'inherit'}
          c={isQuiet ? 'dimmed' : 'inherit'}
          underline="always"
          aria-label={label ?? t('figures.openCalls', { formatted: children, what })}
          renderRoot={(props) => <Link to="/calls" search={search} {...props} />}
        >
          {children}
        </Anchor>
      ) : (
        children
      )}
      <ActionIcon
        data-explain
        size={24}
        variant="transparent"
        color="gray"
        tabIndex={isCompact ? -1 : 0}
        aria-label={t('figures.explain', { what })}
        onClick={() => setOpen(true)}
      >
        <IconInfoCircle aria-hidden size={13} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Explanation of={of} what={what} close={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
