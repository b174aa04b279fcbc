import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AlertLimits } from '../../api/generated';
import { useNumbers } from '../../texts/numbers';

/** The limits of concurrent calls of a project and its client; nothing if none is set. */
export function Limits({ of: { project, client } }: { readonly of: AlertLimits }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const which = project === null ? 'client' : client === null ? 'project' : 'both';
  if (project === null && client === null) return null;
  return (
    <Text size="sm">{t(`alerts.limits.${which}`, { project: count(project), client: count(client) })}</Text>
  );
}
