import { Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../address/assignment';
import type { KnowledgeSource } from '../../../../api/generated';
import { asProblem } from '../../../../api/problem';
import { CopyLink } from '../../../../parts/CopyLink';
import { Empty, Loaded } from '../../../../parts/States';
import type { ProjectKey } from '../../project';
import { textOf } from './source-text';

/** Readers meet it before a text is read and its findings are accepted: no failure. */
const HELD_BACK = 'knowledge_text_held_back';

/** The text of a source. The address names it, so that a colleague can be sent to it. */
export function ReadSource({
  projectKey,
  source,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { title, kind, url } = source;
  // Others get the passages that were read.
  const mayChange = useMay()('changeKnowledgeSource');
  const text = useQuery(textOf(projectKey, source));
  const isHeldBack = text.isError && asProblem(text.error).code === HELD_BACK;
  return (
    <Modal opened size="lg" onClose={onClose} title={title ?? t('knowledge.noTitle')}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="xs">
          <div className="told">
            <Text size="sm" c="dimmed">
              {t(`knowledge.reading.${kind === 'text' && !mayChange ? 'read' : kind}`)}
            </Text>
            {url !== null && (
              <Anchor size="sm" href={url} target="_blank" rel="noreferrer" className="breaks">
                {url}
              </Anchor>
            )}
          </div>
          <CopyLink />
        </Group>
        {isHeldBack ? (
          <Empty title={t('knowledge.reading.held')} next={t(`refusals.${HELD_BACK}`)} />
        ) : (
          <Loaded query={text} what={t('knowledge.source.text')} height={240}>
            {(it) => (
              <>
                <Text size="sm" dir="auto" className="breaks" style={{ whiteSpace: 'pre-wrap' }}>
                  {it.text}
                </Text>
                {!it.is_whole && (
                  <Text size="sm" c="dimmed">
                    {t('knowledge.reading.cut')}
                  </Text>
                )}
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Modal>
  );
}
