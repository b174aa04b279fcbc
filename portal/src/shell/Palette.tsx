import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconBook } from '@tabler/icons-react';
import type { Chapter } from '../guide/chapter';
import { CHAPTERS, isChapterFor } from '../guide/chapters';
import { keptSearch } from '../address/search';
import { useGuide } from '../guide/useGuide';
import type { Page } from './pages';

/**
 * Words by which a search finds a chapter beside its title: the terms that it explains, and its
 * headings.
 */
const keywordsOf = ({ blocks }: Chapter): string[] =>
  blocks.flatMap((block): string[] => {
    if (block.kind === 'section') return [block.title];
    const parts = block.kind === 'text' ? block.of : block.items.flat();
    return parts.flatMap((part) => (typeof part !== 'string' && part.kind === 'strong' ? [part.text] : []));
  });

/**
 * Finds a page by its name, or a chapter of the guide by its content. It opens whenever `asked`
 * changes.
 */
export function Palette({ pages, asked }: { readonly pages: readonly Page[]; readonly asked: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: guide } = useGuide();
  useEffect(() => spotlight.open(), [asked]);
  const toPages = pages.map(({ name, to, icon: Sign }) => ({
    id: name,
    label: t(`pages.${name}`),
    description: t(`help.${name}`),
    leftSection: <Sign aria-hidden size={18} />,
    onClick: () => void navigate({ to, search: keptSearch } as never),
  }));
  const toChapters = CHAPTERS.filter((name) => isChapterFor(name, pages)).flatMap((name) => {
    const chapter = guide?.chapters[CHAPTERS.indexOf(name)];
    if (!chapter) return [];
    return {
      id: `guide-${name}`,
      label: chapter.title,
      description: t('guide.chapter'),
      keywords: keywordsOf(chapter),
      leftSection: <IconBook aria-hidden size={18} />,
      onClick: () => void navigate({ to: '/guide/$chapter', params: { chapter: name }, search: keptSearch }),
    };
  });
  return (
    <Spotlight
      shortcut={null}
      nothingFound={t('shell.nothingFound')}
      searchProps={{ placeholder: t('shell.paletteHint'), 'aria-label': t('shell.paletteHint') }}
      scrollable
      maxHeight="60vh"
      actions={[
        { group: t('shell.pages'), actions: toPages },
        { group: t('pages.guide'), actions: toChapters },
      ]}
    />
  );
}
