import { Group, Text } from '@mantine/core';
import { IconFile, IconFileText, IconWorld, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { DataTable, type Column } from '../../../../parts/tables/DataTable';
import { Instant } from '../../../../parts/values/Instant';
import type { Operation } from '../../../../session/rights';
import { useNumbers } from '../../../../texts/numbers';
import { useLanguageName } from './languages';
import { SourceMenu, type SourceAction } from './SourceMenu';
import { NextBuild, SourceState } from './SourceState';

const SIGNS: Readonly<Record<KnowledgeSource['kind'], Icon>> = {
  text: IconFileText,
  file: IconFile,
  url: IconWorld,
};

function Title({ source: { kind, title, url, refresh } }: { readonly source: KnowledgeSource }) {
  const { t } = useTranslation();
  const Sign = SIGNS[kind];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Sign
        role="img"
        aria-label={t(`knowledge.kinds.${kind}`)}
        size={16}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <div className="stacked">
        <Text span size="sm" fw={500} dir="auto" className="breaks" maw={340}>
          {title ?? t('knowledge.noTitle')}
        </Text>
        {url !== null && (
          <Text size="xs" c="dimmed" className="breaks" maw={340}>
            {url}
          </Text>
        )}
        {refresh !== 'none' && (
          <Text size="xs" c="dimmed">
            {t(`knowledge.refresh.${refresh}`)}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** The sources of a project, the oldest first. */
export function SourceTable({
  sources,
  may,
  onChoose,
}: {
  readonly sources: readonly KnowledgeSource[];
  readonly may: (operation: Operation) => boolean;
  readonly onChoose: (action: SourceAction, source: KnowledgeSource) => void;
}) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const languageName = useLanguageName();
  const mayChange = may('changeKnowledgeSource');
  const columns: readonly Column<KnowledgeSource>[] = [
    {
      name: 'title',
      label: t('knowledge.columns.title'),
      isPlain: true,
      cell: (it) => <Title source={it} />,
    },
    { name: 'state', label: t('knowledge.columns.state'), cell: (it) => <SourceState source={it} /> },
    {
      name: 'next',
      label: t('knowledge.columns.next'),
      cell: (it) => (
        <NextBuild source={it} onReview={mayChange ? () => onChoose('findings', it) : undefined} />
      ),
    },
    {
      name: 'size',
      label: t('knowledge.columns.size'),
      isNumber: true,
      cell: (it) => (it.bytes === null ? '–' : size(it.bytes)),
    },
    { name: 'language', label: t('knowledge.columns.language'), cell: (it) => languageName(it.language) },
    { name: 'read', label: t('knowledge.columns.read'), cell: (it) => <Instant at={it.fetched_at_utc} /> },
    ...(mayChange
      ? [
          {
            name: 'actions',
            label: t('knowledge.columns.actions'),
            cell: (it: KnowledgeSource) => (
              <SourceMenu source={it} may={may} onChoose={(action) => onChoose(action, it)} />
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption={t('knowledge.parts.sources')}
      columns={columns}
      rows={sources}
      keyOf={(it) => it.source_id}
    />
  );
}
