import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { StatusLabel } from '../../../../parts/values/StatusLabel';
import { hasNoContent, openFindings } from '../knowledge';

/** How the last processing of a source ended, and what to do after a failure. */
export function SourceState({ source }: { readonly source: KnowledgeSource }) {
  const { t } = useTranslation();
  const { status, failure_code: code, content_hash: hash } = source;
  return (
    <div className="told">
      <StatusLabel
        kind="source"
        value={hasNoContent(source) ? 'waiting' : status}
        word={t(`knowledge.status.${hasNoContent(source) ? 'waiting' : status}`)}
      />
      {status === 'failed' && code && <Text size="xs">{t(`knowledge.failures.${code}`)}</Text>}
      {status !== 'ready' && hash !== null && (
        <Text size="xs" c="dimmed">
          {t('knowledge.earlierText')}
        </Text>
      )}
    </div>
  );
}

/** Whether the next build includes a source, and if not, why. */
export function NextBuild({
  source,
  onReview,
}: {
  readonly source: KnowledgeSource;
  /** Undefined: the person may not accept findings. */
  readonly onReview: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { in_builds: isIn } = source;
  const open = openFindings(source);
  const isHeld = open.length > 0;
  const word = isIn ? 'taken' : isHeld ? 'held' : 'noText';
  return (
    <div>
      <StatusLabel
        kind="source"
        value={isIn ? 'ready' : isHeld ? 'held' : 'waiting'}
        word={t(`knowledge.next.${word}`)}
      />
      {isHeld && !onReview && (
        <Text size="xs" className="stacked">
          {open.map(({ name }) => t(`knowledge.findings.names.${name}`, { defaultValue: name })).join(', ')}
        </Text>
      )}
      {isHeld && onReview && (
        <Group wrap="nowrap" mt={2}>
          <Button size="compact-xs" variant="default" onClick={onReview}>
            {t('knowledge.findings.review', { count: open.length })}
          </Button>
        </Group>
      )}
    </div>
  );
}
