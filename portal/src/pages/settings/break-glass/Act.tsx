import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import type { ActResponse } from '../../../api/generated';
import { listSsoConnectionsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Person } from '../../../parts/values/Person';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** One act of a use in words: what was done, to what, and whether it was refused. */
export function Act({ act: { action, outcome, details } }: { readonly act: ActResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const connections = useQuery(listSsoConnectionsOptions({ query: { client_id } })).data?.items;
  const connectionId = textOf(details['connection_id']) ?? textOf(details['previous_connection_id']);
  const connection = connections?.find((it) => it.connection_id === connectionId)?.name ?? connectionId;
  const userId = textOf(details['user_id']);
  const [before, after] = [textOf(details['previous_role']), textOf(details['role'])];
  const mode = textOf(details['mode']);
  const facts = [
    connection,
    textOf(details['domain']),
    mode !== null && t(`breakGlass.mode.${mode}`, { defaultValue: mode }),
    before !== null && after !== null
      ? t('breakGlass.roles', { before: t(`roles.${before}`), after: t(`roles.${after}`) })
      : after !== null && t(`roles.${after}`),
  ].filter((it) => typeof it === 'string');
  return (
    <div className="stacked">
      <Text size="sm">{t(`breakGlass.did.${action}`, { defaultValue: action })}</Text>
      {userId !== null && <Person id={userId} />}
      {facts.length > 0 && (
        <Text size="sm" c="dimmed" dir="auto">
          {facts.join(' · ')}
        </Text>
      )}
      {outcome !== 'success' && (
        <Text size="sm" c="red">
          {t(`breakGlass.outcome.${outcome}`, { defaultValue: outcome })}
        </Text>
      )}
    </div>
  );
}
