import { Button, Group, Text } from '@mantine/core';
import { IconFile, IconFileText, IconWorld, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

function Title({
  source: { kind, title, url, refresh, bytes, language },
}: {
  readonly source: KnowledgeSource;
}) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const languageName = useLanguageName();
  const Sign = SIGNS[kind];
  const facts = [
    ...(bytes === null ? [] : [size(bytes)]),
    languageName(language),
    ...(refresh === 'none' ? [] : [t(`knowledge.refresh.${refresh}`)]),
  ];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Sign
        role="img"
        aria-label={t(`knowledge.kinds.${kind}`)}
        size={16}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <div className="told">
        <Text size="sm" fw={500} dir="auto" className="breaks">
          {title ?? t('knowledge.noTitle')}
        </Text>
        {url !== null && (
          <Text size="xs" c="dimmed" className="breaks">
            {url}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

/** The sources of a project, the oldest first. */
export function SourceTable({
  sources,
  may,
  mayRead,
  onChoose,
}: {
  readonly sources: readonly KnowledgeSource[];
  readonly may: (operation: Operation) => boolean;
  /** Whether the person reads texts, in an archived project, too. */
  readonly mayRead: boolean;
  readonly onChoose: (action: SourceAction, source: KnowledgeSource) => void;
}) {
  const { t } = useTranslation();
  const mayChange = may('changeKnowledgeSource');
  const actionOf = (source: KnowledgeSource): ReactNode => {
    if (mayChange)
      return <SourceMenu source={source} may={may} onChoose={(action) => onChoose(action, source)} />;
    if (!mayRead || !source.text_is_open) return null;
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('knowledge.readOf', { title: source.title ?? t('knowledge.noTitle') })}
        onClick={() => onChoose('read', source)}
      >
        {t('knowledge.actions.read')}
      </Button>
    );
  };
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
    { name: 'read', label: t('knowledge.columns.read'), cell: (it) => <Instant at={it.fetched_at_utc} /> },
    ...(mayChange || mayRead
      ? [{ name: 'actions', label: t('knowledge.columns.actions'), cell: actionOf }]
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
