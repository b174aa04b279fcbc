import { Anchor, Group, Kbd, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listFollowUpsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView, useView } from '../../address/view';
import { Pager } from '../../parts/tables/Pager';
import { Empty, Loaded } from '../../parts/States';
import { useSession } from '../../session/session';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { TO_CALL_BACK } from '../../parts/follow-up/queries';
import { Queue } from './Queue';
import { RuleSwitches } from './RuleSwitches';

const STATES = ['open', 'done'] as const;

/** The calls that need a person, which can be processed with the keyboard. */
export function FollowUpPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { client_id, project_id } = useView();
  const search: { state?: string; owner?: string; tag?: string; page?: string } = useSearch({
    strict: false,
  });
  const change = useChangeView();
  const state = STATES.find((it) => it === search.state) ?? 'open';
  const page = Math.max(1, Number(search.page) || 1);
  const { owner, tag } = search;
  const queue = useQuery({
    ...listFollowUpsOptions({ query: { client_id, project_id, state, owner, tag, page } }),
    placeholderData: keepPreviousData,
  });
  const title = t('pages.followUp');
  return (
    <>
      <PageHead title={title} help={t('help.followUp')} chapter="follow-up">
        <ProjectFilter />
      </PageHead>
      <RuleSwitches />
      <Group gap="sm" mb="sm" role="search" aria-label={t('followUp.filters')}>
        <SegmentedControl
          size="xs"
          aria-label={t('followUp.what')}
          data={STATES.map((value) => ({ value, label: t(`followUp.state.${value}`) }))}
          value={state}
          onChange={(value) => change({ state: value === 'open' ? undefined : value, page: undefined })}
        />
        <Switch
          label={t('followUp.mine')}
          checked={owner !== undefined && owner === session?.user_id}
          onChange={({ currentTarget }) =>
            change({ owner: currentTarget.checked ? session?.user_id : undefined, page: undefined })
          }
        />
        <TextInput
          size="xs"
          w={160}
          key={tag}
          defaultValue={tag}
          aria-label={t('followUp.tag')}
          placeholder={t('followUp.tag')}
          data-page-search
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') change({ tag: currentTarget.value.trim() || undefined, page: undefined });
          }}
          onBlur={({ currentTarget }) => {
            const typed = currentTarget.value.trim() || undefined;
            if (typed !== tag) change({ tag: typed, page: undefined });
          }}
        />
        <Text size="xs" c="dimmed" visibleFrom="sm">
          <Kbd>j</Kbd> <Kbd>k</Kbd> {t('followUp.keys.move')} · <Kbd>↵</Kbd> {t('followUp.keys.open')} ·{' '}
          <Kbd>d</Kbd> {t(`followUp.keys.${state === 'open' ? 'done' : 'reopen'}`)}
        </Text>
      </Group>
      <Loaded query={queue} what={title} height={480}>
        {({ items, pagination }) => (
          <>
            {items.length === 0 ? (
              <>
                <Empty
                  title={t(`followUp.none.${state}`)}
                  next={t(`followUp.noneNext.${state}`)}
                  page={page}
                  onFirst={() => change({ page: undefined })}
                />
                {state === 'open' && (
                  <Anchor
                    size="sm"
                    ta="center"
                    display="block"
                    renderRoot={(props) => (
                      <Link to="/calls" search={{ client_id, ...TO_CALL_BACK }} {...props} />
                    )}
                  >
                    {t('followUp.missedElsewhere')}
                  </Anchor>
                )}
              </>
            ) : (
              <Queue items={items} state={state} />
            )}
            <Pager
              pagination={pagination}
              onChange={(it) => change({ page: it === 1 ? undefined : String(it) })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
