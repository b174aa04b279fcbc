import { Button, Group, Text } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconDownload,
  IconBook,
  IconBookmark,
  IconClock,
  IconFileSearch,
  IconPhone,
  IconSearch,
  type Icon,
} from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptSearch, LAST_MONTH_EXPORT } from '../../address/search';
import type { Chapter } from '../../guide/chapter';
import { CHAPTERS, isChapterFor } from '../../guide/chapters';
import { useGuide } from '../../guide/useGuide';
import { rightsFor } from '../../session/rights';
import type { Session } from '../../session/session';
import { useClientId } from '../../address/view';
import type { Page } from '../pages';
import { placeOf, useSavedViews } from '../views/saved-views';
import { EarlyKeys } from './EarlyKeys';
import { useFound, useNumberPlaces } from './found';
import { keepPlace, recentPlaces, type Place } from './recent';

const [store, palette] = createSpotlight();

/** The palette is open, and nothing in it has the focus yet. */
const isOpening = (): boolean =>
  store.getState().opened && !document.activeElement?.closest('[data-palette]');

interface Line {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly staysOpen?: true;
}

interface Lines {
  readonly name: string;
  readonly lines: readonly Line[];
}

/**
 * Words besides the title with which a search finds a chapter: its headings, and the terms that it
 * explains.
 */
const keywordsOf = ({ blocks }: Chapter): string[] =>
  blocks.flatMap((block): string[] => {
    if (block.kind === 'section') return [block.title];
    const parts = block.kind === 'text' ? block.of : block.items.flat();
    return parts.flatMap((part) => (typeof part !== 'string' && part.kind === 'strong' ? [part.text] : []));
  });

const plain = (text: string): string => text.trim().toLocaleLowerCase();

// A word of three letters: shorter words match most texts.
const hasWord = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * Goes to a page by its name, to a chapter of the guide by what it explains, and to an item by its
 * name, id, number or words. It opens whenever `asked` changes.
 */
export function Palette({
  session,
  pages,
  asked,
  typed = '',
}: {
  readonly session: Session;
  readonly pages: readonly Page[];
  readonly asked: number;
  /** The initial text. */
  readonly typed?: string;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState(typed);
  // The text whose words are searched: sealed summaries are opened only at a person's own choice.
  const [wordsOf, setWordsOf] = useState('');
  const found = useFound(session, text, wordsOf !== '' && wordsOf === plain(text));
  const local = useLocalLines(pages, plain(text));
  const toLine = usePlaceLine();
  const ofNumber = useNumberPlaces(session, text, found.isNumber);
  const { range }: { range?: string } = useSearch({ strict: false });
  const clientId = useClientId();
  const may = rightsFor(session, clientId);
  const mayReadCalls = may('findCalls');
  const mayExport = may('getExportCapabilities');
  const exporting = useExportLine(plain(text));
  const views = (useSavedViews().data?.items ?? []).filter(({ name }) => plain(name).includes(plain(text)));
  useLayoutEffect(() => {
    palette.open();
    // The next text starts a new search, even while the last one is closing.
    return () => setText('');
  }, [asked]);
  const words: Line = {
    id: 'words',
    label: t('palette.words'),
    description: t(range === undefined ? 'palette.wordsHelpDays' : 'palette.wordsHelp'),
    icon: IconFileSearch,
    onClick: () => setWordsOf(plain(text)),
    staysOpen: true,
  };
  const isTyped = plain(text) !== '';
  const groups: readonly Lines[] = [
    ...(isTyped
      ? []
      : [{ name: t('palette.recent'), lines: recentPlaces().map((it) => toLine(it, IconClock)) }]),
    { name: t('shell.pages'), lines: [...local.pages, ...(mayExport && exporting ? [exporting] : [])] },
    {
      name: t('views.title'),
      lines: views.map((view) => ({
        id: `view-${view.view_id}`,
        label: view.name,
        description: '',
        icon: IconBookmark,
        onClick: () => void navigate(placeOf(view, clientId) as never),
      })),
    },
    ...found.groups.map(({ name, places }) => ({ name, lines: places.map((it) => toLine(it, IconSearch)) })),
    {
      name: t('palette.numbers'),
      lines: ofNumber.map((it) => ({
        ...it,
        icon: IconPhone,
        onClick: () => void navigate({ to: '/calls', search: it.search } as never),
      })),
    },
    { name: t('pages.guide'), lines: local.chapters },
    {
      name: t('palette.more'),
      lines: mayReadCalls && hasWord(text) && wordsOf !== plain(text) ? [words] : [],
    },
  ].filter(({ lines }) => lines.length > 0);
  // A new list starts with its first line selected, even if a part of it arrives later.
  const ids = groups.flatMap(({ lines }) => lines.map(({ id }) => id));
  const list = ids.join('\n');
  useEffect(() => store.updateState((state) => ({ ...state, selected: 0 })), [list]);
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      attributes={{ content: { 'aria-label': t('shell.palette'), 'data-palette': true } }}
      scrollable
      maxHeight="calc(100dvh - 300px)"
    >
      <EarlyKeys type={setText} isNeeded={isOpening} />
      <Spotlight.Search placeholder={t('palette.hint')} aria-label={t('palette.hint')} />
      <Spotlight.ActionsList>
        {groups.map(({ name, lines }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {lines.map(({ id, label, description, icon: Sign, onClick, staysOpen }) => (
              <Spotlight.Action
                key={`${id}\n${list}`}
                data-selected={id === ids[0] || undefined}
                label={label}
                description={description}
                leftSection={<Sign aria-hidden size={18} />}
                onClick={onClick}
                closeSpotlightOnTrigger={!staysOpen}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            {found.isSearching ? t('palette.searching') : t('palette.nothing')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <State found={found} isAlone={groups.length === 0} />
    </Spotlight.Root>
  );
}

/** The extent of the search, below its results. */
function State({
  found,
  isAlone,
}: {
  readonly found: ReturnType<typeof useFound>;
  readonly isAlone: boolean;
}) {
  const { t } = useTranslation();
  const notes = [...(found.isSearching && !isAlone ? [t('palette.searching')] : []), ...found.notes];
  if (notes.length === 0 && !found.hasFailed) return null;
  return (
    <Spotlight.Footer>
      {notes.length > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {notes.join(' ')}
        </Text>
      )}
      {found.hasFailed && (
        <Group gap="xs" role="alert">
          <Text size="sm">{t('palette.failed')}</Text>
          <Button size="compact-sm" variant="default" onClick={found.retry}>
            {t('states.retry')}
          </Button>
        </Group>
      )}
    </Spotlight.Footer>
  );
}

/** Lines that need no request: pages and chapters that match the text. */
function useLocalLines(pages: readonly Page[], wanted: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: guide } = useGuide();
  const has = (...texts: readonly string[]): boolean => texts.some((text) => plain(text).includes(wanted));
  const ofPages = pages
    .map(({ name, to, icon }) => ({
      id: name,
      label: t(`pages.${name}`),
      description: t(`help.${name}`),
      icon,
      onClick: () => void navigate({ to, search: keptSearch } as never),
    }))
    .filter(({ label, description }) => has(label, description));
  const ofGuide = CHAPTERS.filter((name) => isChapterFor(name, pages)).flatMap((name) => {
    const chapter = guide?.chapters[CHAPTERS.indexOf(name)];
    if (!chapter || !has(chapter.title, ...keywordsOf(chapter))) return [];
    return {
      id: `guide-${name}`,
      label: chapter.title,
      description: t('guide.chapter'),
      icon: IconBook,
      onClick: () => void navigate({ to: '/guide/$chapter', params: { chapter: name }, search: keptSearch }),
    };
  });
  return { pages: ofPages, chapters: ofGuide };
}

/** The line that opens the most common export; null if the text does not match its label. */
function useExportLine(wanted: string): Line | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client_id = useClientId();
  const label = t('palette.exportLastMonth');
  const description = t('palette.exportHelp');
  if (!plain(`${label} ${description}`).includes(wanted)) return null;
  return {
    id: 'export-last-month',
    label,
    description,
    icon: IconDownload,
    onClick: () => void navigate({ to: '/calls', search: { client_id, ...LAST_MONTH_EXPORT } } as never),
  };
}

function usePlaceLine(): (place: Place, icon: Icon) => Line {
  const navigate = useNavigate();
  return (place, icon) => {
    const { id, label, description, to, params, search } = place;
    const go = (): void => {
      keepPlace({ id, label, description: id.endsWith('-words') ? '' : description, to, params, search });
      void navigate({ to, params, search } as never);
    };
    return { id, label, description, icon, onClick: go };
  };
}
