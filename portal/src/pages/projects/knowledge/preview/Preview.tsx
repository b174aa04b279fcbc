import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  previewKnowledge,
  type KnowledgeAnswer,
  type KnowledgeBuildItem,
  type KnowledgePreviewRequest,
  type KnowledgePreviewResponse,
} from '../../../../api/generated';
import { useWrite } from '../../../../data/write';
import { Panel } from '../../../../parts/Panel';
import { Empty, Loaded } from '../../../../parts/States';
import type { ProjectKey } from '../../project';
import { useBuildLabel } from '../builds/build-label';
import { useNamedBuilds, type NamedBuilds } from '../builds/named-builds';
import { useStagedWords } from '../builds/staged-words';
import { buildsOf, useMayChange, type KnowledgeProps } from '../knowledge';
import { Limited } from '../Limited';
import { Answer } from './Answer';
import { Question, type QuestionValues } from './Question';

/** The question while the page is open, whichever of its parts is shown. */
export interface Asked {
  readonly chosen: Partial<QuestionValues>;
  readonly setChosen: (chosen: Partial<QuestionValues>) => void;
}

/** Queries ready builds. The question stays on this page: it is stored nowhere (knowledge 8.3). */
function Ask({
  projectKey,
  builds,
  named,
  chosen,
  setChosen,
}: Asked & {
  readonly projectKey: ProjectKey;
  readonly builds: readonly [KnowledgeBuildItem, ...KnowledgeBuildItem[]];
  readonly named: NamedBuilds;
}) {
  const { t } = useTranslation();
  const labelOf = useBuildLabel();
  const stagedWords = useStagedWords();
  const [newest] = builds;
  const live = builds.find(({ build_id: id }) => id === named.live && id !== newest.build_id);
  const values: QuestionValues = {
    query: '',
    topK: '3',
    buildId: newest.build_id,
    compareTo: live?.build_id ?? '',
    ...chosen,
  };
  const write = useWrite<KnowledgePreviewRequest, KnowledgePreviewResponse>(
    async (body) => (await previewKnowledge({ ...projectKey, body })).data,
  );
  const ask = (): void => {
    if (values.query.trim() === '') return;
    const { query, topK, buildId, compareTo } = values;
    write.send({
      query: query.trim(),
      top_k: Number(topK),
      build_id: buildId,
      ...(compareTo === '' || compareTo === buildId ? {} : { compare_to: compareTo }),
    });
  };
  const shown = (answer: KnowledgeAnswer) => {
    const build = builds.find(({ build_id: id }) => id === answer.build_id);
    const parts = [
      ...(answer.build_id === newest.build_id ? [t('knowledge.preview.newest')] : []),
      ...(answer.build_id === named.live ? [t('knowledge.preview.isLive')] : []),
      ...(named.staged?.build === answer.build_id ? [stagedWords(named.staged.release)] : []),
      ...(named.hasDraft && answer.build_id === named.draft ? [t('projects.draft')] : []),
    ];
    return (
      <Answer
        key={answer.build_id}
        answer={answer}
        name={parts.join(' · ') || t('knowledge.preview.earlier')}
        label={build ? labelOf(build) : ''}
      />
    );
  };
  const { answer } = write;
  return (
    <Stack gap="md">
      <Question
        values={values}
        set={(change) => setChosen({ ...chosen, ...change })}
        builds={builds}
        named={named}
        errors={write.problem?.fields ?? {}}
        isPending={write.isPending}
        onAsk={ask}
      />
      <Limited problem={write.problem} limit={t('knowledge.preview.limit')} />
      {answer && !write.problem && (
        <Stack gap="xs" role="status" aria-busy={write.isPending}>
          <SimpleGrid cols={{ base: 1, lg: answer.compared ? 2 : 1 }} spacing="md">
            {shown(answer)}
            {answer.compared && shown(answer.compared)}
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {t('knowledge.preview.match')}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

/** Shows what the assistant would find for a question, beside what it finds in calls now. */
export function Preview({ projectKey, isOpen, liveVersion, chosen, setChosen }: KnowledgeProps & Asked) {
  const { t } = useTranslation();
  const mayRequest = useMayChange(isOpen)('requestKnowledgeBuild');
  const named = useNamedBuilds(projectKey, liveVersion);
  const builds = useQuery(buildsOf(projectKey));
  return (
    <Panel title={t('knowledge.preview.title')}>
      <Text size="sm" c="dimmed">
        {t('knowledge.help.preview')}
      </Text>
      <Loaded query={builds} what={t('knowledge.parts.preview')} height={200}>
        {({ items }) => {
          const [first, ...others] = items.filter(({ state }) => state === 'ready');
          return first ? (
            <Ask
              projectKey={projectKey}
              builds={[first, ...others]}
              named={named}
              chosen={chosen}
              setChosen={setChosen}
            />
          ) : (
            <Empty
              title={t('knowledge.preview.none')}
              next={t(mayRequest ? 'knowledge.preview.noneNext' : 'knowledge.preview.noneRead')}
              action={
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link to="." search={(it) => ({ ...it, part: 'builds' })} {...props} />
                  )}
                >
                  {t('knowledge.preview.toBuilds')}
                </Anchor>
              }
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
