import { Group, Mark, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeAnswer, KnowledgeChunk } from '../../../../api/generated';
import { useNumbers } from '../../../../texts/numbers';
import { stretchesOf } from './matches';

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return stretchesOf(text, words).map((it, at) => (it.isMatch ? <Mark key={at}>{it.text}</Mark> : it.text));
}

function Passage({ chunk, rank }: { readonly chunk: KnowledgeChunk; readonly rank: number }) {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  const { title, heading, page, text, score, matched_words: words } = chunk;
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div>
          <Text size="sm" fw={600} dir="auto" className="breaks">
            {count(rank)}. <Marked text={title} words={words} />
          </Text>
          <Text size="xs" c="dimmed" dir="auto" className="breaks">
            {heading !== null && <Marked text={heading} words={words} />}
            {heading !== null && page !== null && ' · '}
            {page !== null && t('knowledge.preview.page', { page: count(page) })}
          </Text>
        </div>
        <Text size="xs" flex="none" className="tabular">
          {t('knowledge.preview.score', { share: percent(Math.round(100 * score)) })}
        </Text>
      </Group>
      <Text size="sm" mt={4} dir="auto" className="breaks" style={{ whiteSpace: 'pre-line' }}>
        <Marked text={text} words={words} />
      </Text>
    </Paper>
  );
}

/** The passages that one build finds, best first. */
export function Answer({
  answer: { items, is_good: isGood },
  name,
  label,
}: {
  readonly answer: KnowledgeAnswer;
  /** The use of the build, such as the build that calls use. */
  readonly name: string;
  readonly label: string;
}) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <div>
        <Title order={3} size="sm">
          {name}
        </Title>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text size="sm">{t(isGood ? 'knowledge.preview.good' : 'knowledge.preview.gap')}</Text>
      </div>
      {items.length === 0 ? (
        <Text size="sm">{t('knowledge.preview.nothing')}</Text>
      ) : (
        <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((it, at) => (
            <Passage key={`${it.source_id} ${it.place}`} chunk={it} rank={at + 1} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
