import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelKnowledgeBuild, type KnowledgeBuildItem } from '../../../../api/generated';
import { getKnowledgeBuildOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../../data/write';
import { Refusal } from '../../../../parts/Refusal';
import { Instant } from '../../../../parts/values/Instant';
import { StatusLabel } from '../../../../parts/values/StatusLabel';
import type { ProjectKey } from '../../project';
import { LIVE_MS } from '../knowledge';

/** A build in progress: how many of its sources are indexed. */
export function BuildProgress({
  projectKey,
  build,
  mayCancel,
}: {
  readonly projectKey: ProjectKey;
  readonly build: KnowledgeBuildItem;
  readonly mayCancel: boolean;
}) {
  const { t } = useTranslation();
  const { build_id, state, requested_at_utc: at } = build;
  const isBuilding = state === 'building';
  const sources = useQuery({
    ...getKnowledgeBuildOptions({ path: { ...projectKey.path, build_id }, query: projectKey.query }),
    refetchInterval: LIVE_MS,
    enabled: isBuilding,
  }).data?.sources;
  const cancel = useWrite<string, unknown>(
    (id, key) =>
      cancelKnowledgeBuild({
        path: { ...projectKey.path, build_id: id },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
      }),
    { changes: [[{ _id: 'listKnowledgeBuilds' }]] },
  );
  const done = sources?.filter(({ chunks }) => chunks !== null).length ?? 0;
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" role="status">
          <StatusLabel kind="build" value={state} word={t(`knowledge.build.states.${state}`)} />
          <Text size="sm" c="dimmed">
            {isBuilding
              ? t('knowledge.build.indexed', { done, count: build.source_count })
              : t('knowledge.build.waits')}
          </Text>
        </Group>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            <Instant at={at} />
          </Text>
          {mayCancel && (
            <Button
              size="compact-xs"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.send(build_id)}
            >
              {t('knowledge.build.cancel')}
            </Button>
          )}
        </Group>
      </Group>
      {isBuilding && (
        <Progress
          mt={6}
          value={(100 * done) / build.source_count}
          animated
          aria-label={t('knowledge.build.progress')}
        />
      )}
      <Refusal problem={cancel.problem} />
    </Paper>
  );
}
