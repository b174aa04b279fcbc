import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { openFindings } from '../knowledge';

const MOST_NAMED = 10;

/**
 * The sources that the next build leaves out or takes with an earlier text, with the reasons, so that
 * a person knows before requesting it.
 */
export function HeldBack({ sources }: { readonly sources: readonly KnowledgeSource[] }) {
  const { t } = useTranslation();
  const held = sources.filter((it) => openFindings(it).length > 0);
  const others = sources.filter((it) => !it.in_builds && openFindings(it).length === 0);
  const namesOf = (them: readonly KnowledgeSource[]): string => {
    const names = them.slice(0, MOST_NAMED).map(({ title }) => title ?? t('knowledge.noTitle'));
    const more = them.length - names.length;
    return [...names, ...(more > 0 ? [t('knowledge.build.more', { count: more })] : [])].join(', ');
  };
  const older = sources.filter((it) => it.in_builds && it.status === 'pending');
  if (held.length + others.length + older.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" p="xs" icon={<IconAlertTriangle aria-hidden />}>
      {held.length > 0 && (
        <Text size="sm" className="breaks">
          {t('knowledge.build.held', { count: held.length, names: namesOf(held) })}
        </Text>
      )}
      {others.length > 0 && (
        <Text size="sm" className="breaks">
          {t('knowledge.build.noText', { count: others.length, names: namesOf(others) })}
        </Text>
      )}
      {older.length > 0 && (
        <Text size="sm" className="breaks">
          {t('knowledge.build.older', { count: older.length, names: namesOf(older) })}
        </Text>
      )}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="." search={(it) => ({ ...it, part: undefined })} {...props} />}
      >
        {t('knowledge.build.toSources')}
      </Anchor>
    </Alert>
  );
}
