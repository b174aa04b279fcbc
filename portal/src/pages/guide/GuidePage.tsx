import { Anchor, Grid, NavLink, Stack } from '@mantine/core';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../shell/NotFound';
import { useSession } from '../../session/session';
import { useClientId } from '../../address/view';
import { Blocks } from '../../guide/Blocks';
import type { Guide } from '../../guide/chapter';
import { CHAPTERS, isChapterFor, type ChapterName } from '../../guide/chapters';
import { keptSearch } from '../../address/search';
import { useGuide } from '../../guide/useGuide';
import { CopyLink } from '../../parts/CopyLink';
import { Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { pagesOf } from '../../shell/pages';

/** The chapters for a person's own pages, with the sections of the open chapter. */
function Contents({ of, open }: { readonly of: Guide; readonly open?: ChapterName }) {
  const { t } = useTranslation();
  const clientId = useClientId();
  const session = useSession();
  const pages = session ? pagesOf(session, clientId) : [];
  return (
    <nav aria-label={t('guide.contents')}>
      {CHAPTERS.map((name, n) => ({ name, chapter: of.chapters[n] }))
        .filter(({ name }) => name === open || isChapterFor(name, pages))
        .map(({ name, chapter }) => (
          <NavLink
            key={name}
            label={chapter?.title}
            active={name === open}
            aria-current={name === open ? 'page' : undefined}
            renderRoot={(props) => (
              <Link to="/guide/$chapter" params={{ chapter: name }} search={keptSearch} {...props} />
            )}
          />
        ))}
    </nav>
  );
}

function Opened({ of, name }: { readonly of: Guide; readonly name: ChapterName }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const chapter = of.chapters[CHAPTERS.indexOf(name)];
  // The router looks for the heading before the chapter has loaded.
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash, chapter]);
  if (!chapter) return <NotFound />;
  return (
    <>
      <PageHead title={chapter.title} help={t('guide.help')} chapter={null}>
        <CopyLink />
      </PageHead>
      <Grid>
        <Grid.Col span={{ base: 12, md: 3 }} visibleFrom="md">
          <Contents of={of} open={name} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Stack gap="sm" maw="70ch" component="article">
            <Anchor
              size="sm"
              hiddenFrom="md"
              renderRoot={(props) => <Link to="/guide" search={keptSearch} {...props} />}
            >
              {t('guide.all')}
            </Anchor>
            <Blocks of={chapter.blocks} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

export function ChapterPage() {
  const { t } = useTranslation();
  const { chapter } = useParams({ strict: false });
  const guide = useGuide();
  const name = CHAPTERS.find((it) => it === chapter);
  if (!name) return <NotFound />;
  return (
    <Loaded query={guide} what={t('pages.guide')} height={480}>
      {(it) => <Opened of={it} name={name} />}
    </Loaded>
  );
}

export function GuidePage() {
  const { t } = useTranslation();
  const guide = useGuide();
  return (
    <>
      <PageHead title={t('pages.guide')} help={t('guide.help')} chapter={null} />
      <Loaded query={guide} what={t('pages.guide')} height={480}>
        {(it) => (
          <Stack maw="70ch">
            <Blocks of={it.intro} />
            <Contents of={it} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
