import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeGapHour, KnowledgeGapWord } from '../../../../api/generated';
import { listKnowledgeGapsOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../../address/assignment';
import { keptSearch } from '../../../../address/search';
import { Panel } from '../../../../parts/Panel';
import { Empty, Loaded } from '../../../../parts/States';
import { DataTable, type Column } from '../../../../parts/tables/DataTable';
import { Instant } from '../../../../parts/values/Instant';
import { useNumbers } from '../../../../texts/numbers';
import { useMayChange, type KnowledgeProps } from '../knowledge';

/** Hours shown at first: a day. */
const FIRST_HOURS = 24;

function Words({ words }: { readonly words: readonly KnowledgeGapWord[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const may = useMay();
  const columns: readonly Column<KnowledgeGapWord>[] = [
    {
      name: 'word',
      label: t('knowledge.gap.word'),
      isPlain: true,
      cell: ({ word }) => (
        <Text span size="sm" fw={500} dir="auto" className="breaks">
          {word}
        </Text>
      ),
    },
    {
      name: 'questions',
      label: t('knowledge.gap.questions'),
      isNumber: true,
      cell: (it) => count(it.questions),
    },
    { name: 'last', label: t('knowledge.gap.last'), cell: (it) => <Instant at={it.last_hour_utc} /> },
    ...(may('getCall')
      ? [
          {
            name: 'call',
            label: t('knowledge.gap.call'),
            cell: ({ word, last_call_id: callId }: KnowledgeGapWord) =>
              callId === null ? (
                '–'
              ) : (
                <Anchor
                  size="sm"
                  aria-label={t('knowledge.gap.openCall', { word })}
                  renderRoot={(props) => (
                    <Link to="/calls/$callId" params={{ callId }} search={keptSearch} {...props} />
                  )}
                >
                  {t('knowledge.gap.open')}
                </Anchor>
              ),
          },
        ]
      : []),
  ];
  if (words.length === 0) return <Text size="sm">{t('knowledge.gap.noWords')}</Text>;
  return (
    <DataTable caption={t('knowledge.gap.words')} columns={columns} rows={words} keyOf={(it) => it.word} />
  );
}

function Hours({ hours }: { readonly hours: readonly KnowledgeGapHour[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(...hours.map(({ questions }) => questions));
  const columns: readonly Column<KnowledgeGapHour>[] = [
    { name: 'hour', label: t('knowledge.gap.hour'), cell: (it) => <Instant at={it.hour_start_utc} /> },
    {
      name: 'questions',
      label: t('knowledge.gap.questions'),
      cell: ({ questions }) => (
        <Group gap="xs" wrap="nowrap">
          <Text span size="sm" w={48} ta="right" className="tabular">
            {count(questions)}
          </Text>
          <Progress aria-hidden flex={1} miw={60} value={(100 * questions) / most} />
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="xs">
      <DataTable
        caption={t('knowledge.gap.hours')}
        columns={columns}
        rows={isWhole ? hours : hours.slice(0, FIRST_HOURS)}
        keyOf={(it) => it.hour_start_utc}
      />
      {!isWhole && hours.length > FIRST_HOURS && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setWhole(true)}>
            {t('knowledge.gap.allHours', { count: hours.length })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Questions of calls without a good answer, and the words that no passage has (knowledge section 9). */
export function Gaps({ projectKey, isOpen }: KnowledgeProps) {
  const { t } = useTranslation();
  const mayAdd = useMayChange(isOpen)('createKnowledgeSource');
  const gaps = useQuery(listKnowledgeGapsOptions(projectKey));
  return (
    <Panel title={t('knowledge.parts.gaps')}>
      <Text size="sm" c="dimmed">
        {t('knowledge.help.gaps')}
      </Text>
      <Loaded query={gaps} what={t('knowledge.parts.gaps')} height={240}>
        {({ hours, words }) =>
          hours.length === 0 ? (
            <Empty
              title={t('knowledge.gap.none')}
              next={t(mayAdd ? 'knowledge.gap.noneNext' : 'knowledge.gap.noneRead')}
            />
          ) : (
            <Stack gap="md">
              <Stack gap="xs">
                <Title order={3} size="sm">
                  {t('knowledge.gap.words')}
                </Title>
                <Text size="sm" c="dimmed">
                  {t('knowledge.gap.wordsHelp')}
                </Text>
                <Words words={words} />
              </Stack>
              <Stack gap="xs">
                <Title order={3} size="sm">
                  {t('knowledge.gap.hours')}
                </Title>
                <Hours hours={hours} />
              </Stack>
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}
