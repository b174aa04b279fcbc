import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestKnowledgeBuild, type KnowledgeBuildItem } from '../../../../api/generated';
import { useMay } from '../../../../address/assignment';
import { useWrite } from '../../../../data/write';
import { Panel } from '../../../../parts/Panel';
import { Refusal } from '../../../../parts/Refusal';
import { Empty, Loaded } from '../../../../parts/States';
import { draftOf } from '../../project';
import { buildsOf, LIVE_MS, sourcesOf, useMayChange, type KnowledgeProps } from '../knowledge';
import { Limited } from '../Limited';
import { useBuildLabel } from './build-label';
import { BuildProgress } from './BuildProgress';
import { BuildTable } from './BuildTable';
import { HeldBack } from './HeldBack';
import { useNamedBuilds } from './named-builds';
import { UsedInDraft, useBuildInDraft, UseInDraft } from './UseInDraft';

const isUnderWay = ({ state }: KnowledgeBuildItem): boolean => state === 'queued' || state === 'building';

/** Builds of the sources: requested here, named in the draft, and put into effect by a release. */
export function Builds({ projectKey, isOpen, liveVersion }: KnowledgeProps) {
  const { t } = useTranslation();
  const labelOf = useBuildLabel();
  const may = useMayChange(isOpen);
  const draft = useQuery({ ...draftOf(projectKey), enabled: useMay()('getDraft') }).data;
  const named = useNamedBuilds(projectKey, liveVersion);
  const sources = useQuery(sourcesOf(projectKey)).data?.items;
  const builds = useQuery({
    ...buildsOf(projectKey),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LIVE_MS : false),
  });
  const request = useWrite<null, unknown>(
    (_, key) => requestKnowledgeBuild({ ...projectKey, headers: { 'Idempotency-Key': key } }),
    { changes: [buildsOf(projectKey).queryKey] },
  );
  const used = useBuildInDraft(projectKey);
  const button = may('requestKnowledgeBuild') && (
    <Button size="xs" loading={request.isPending} onClick={() => request.send(null)}>
      {t('knowledge.build.request')}
    </Button>
  );
  const actionOf = (build: KnowledgeBuildItem) =>
    build.state === 'ready' &&
    build.build_id !== named.draft && (
      <UseInDraft buildId={build.build_id} label={labelOf(build)} draft={draft} write={used} />
    );
  return (
    <Panel title={t('knowledge.parts.builds')} aside={button}>
      <Text size="sm" c="dimmed">
        {t('knowledge.help.builds')}
      </Text>
      {button && sources && (
        <Text size="sm">
          {t('knowledge.build.next', { count: sources.filter((it) => it.in_builds).length })}
        </Text>
      )}
      {button && sources && <HeldBack sources={sources} />}
      <Limited problem={request.problem} limit={t('knowledge.build.limit')} />
      <Refusal problem={used.problem} />
      {used.answer !== undefined && used.answer === named.draft && <UsedInDraft />}
      <Loaded query={builds} what={t('knowledge.parts.builds')} height={240}>
        {({ items }) => {
          const ended = items.filter((it) => !isUnderWay(it));
          return items.length === 0 ? (
            <Empty
              title={t('knowledge.build.none')}
              next={t(button ? 'knowledge.build.noneNext' : 'knowledge.build.noneRead')}
              action={button}
            />
          ) : (
            <Stack gap="sm">
              {items.filter(isUnderWay).map((it) => (
                <BuildProgress
                  key={it.build_id}
                  projectKey={projectKey}
                  build={it}
                  mayCancel={may('cancelKnowledgeBuild')}
                />
              ))}
              {ended.length > 0 && (
                <BuildTable
                  projectKey={projectKey}
                  builds={ended}
                  named={named}
                  liveVersion={liveVersion}
                  sources={sources}
                  actionOf={may('replaceDraft') ? actionOf : undefined}
                />
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}
