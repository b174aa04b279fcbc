import { Button, Kbd, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { searchSupportTicketsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { keptSearch } from '../../address/search';
import { useView } from '../../address/view';
import { useKeys } from '../../parts/keys';
import { Empty, Loaded } from '../../parts/States';
import { TicketTable } from '../../parts/support/TicketTable';
import { CATEGORIES, one, PRIORITIES, STATUSES } from '../../parts/support/words';
import { CursorPages } from '../../parts/tables/CursorPages';
import { useSession } from '../../session/session';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { queryOf, savedFilterOf } from './list/saved-filters';
import { SavedFilters } from './list/SavedFilters';
import { UnreadSolved } from './list/UnreadSolved';
import { TicketFilters, type TicketSearch } from './list/TicketFilters';

const PAGE_SIZE = 50;

/** Moves the focus among the tickets of the list. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-ticket]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
}

function NewTicketButton() {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      leftSection={<IconPlus aria-hidden size={14} />}
      renderRoot={(props) => <Link to="/support/new" search={keptSearch} {...props} />}
    >
      {t('support.create')}
    </Button>
  );
}

/** The tickets of the client that the person may see, the latest change first. */
export function SupportPage() {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const session = useSession();
  const { client_id, project_id } = useView();
  const search: TicketSearch = useSearch({ strict: false });
  const saved = savedFilterOf(search.show);
  const { text, assignee, requester, cursor } = search;
  const status = one(STATUSES, search.status);
  const priority = one(PRIORITIES, search.priority);
  const category = one(CATEGORIES, search.category);
  const chosen = Object.entries({ text, status, priority, category, assignee, requester }).filter(
    ([, it]) => it !== undefined,
  );
  const tickets = useQuery({
    ...searchSupportTicketsOptions({
      query: {
        client_id,
        project_id,
        ...queryOf(saved, session?.user_id),
        ...Object.fromEntries(chosen),
        page_size: PAGE_SIZE,
        cursor,
      },
    }),
    placeholderData: keepPreviousData,
  });
  // The client's open tickets fit on one page.
  const isWhole = saved === 'open' && chosen.length === 0 && project_id === undefined && cursor === undefined;
  const mayCreate = may('createSupportTicket');
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    n: () => mayCreate && void navigate({ to: '/support/new', search: keptSearch } as never),
  });
  const title = t('pages.support');
  return (
    <>
      <PageHead title={title} help={t('help.support')} chapter="support">
        <ProjectFilter />
        {mayCreate && <NewTicketButton />}
      </PageHead>
      <SavedFilters chosen={saved} />
      <TicketFilters />
      <Text size="xs" c="dimmed" visibleFrom="sm" mb="xs">
        <Kbd>j</Kbd> <Kbd>k</Kbd> {t('support.keys.move')} · <Kbd>↵</Kbd> {t('support.keys.open')}
        {mayCreate && (
          <>
            {' · '}
            <Kbd>n</Kbd> {t('support.keys.create')}
          </>
        )}
      </Text>
      <Loaded query={tickets} what={title} height={480}>
        {({ items, next_cursor }) => (
          <>
            {isWhole && next_cursor === undefined && <UnreadSolved open={items} />}
            {items.length === 0 ? (
              <Empty
                title={t(`support.none.${saved}`)}
                next={t('support.noneNext')}
                action={mayCreate && <NewTicketButton />}
              />
            ) : (
              <TicketTable caption={title} items={items} />
            )}
            <CursorPages next={next_cursor} />
          </>
        )}
      </Loaded>
    </>
  );
}
