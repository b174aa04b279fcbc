import { Box, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listNoticesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useClientId, useView } from '../../address/view';
import { NoticeLine } from '../../parts/NoticeLine';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { CursorPages } from '../../parts/tables/CursorPages';
import { useLanguage } from '../../texts/locale';

const PAGE_SIZE = 20;

/** The events of the client, including those that have ended. */
export function Notices() {
  const { t } = useTranslation();
  const client_id = useClientId();
  const { zone: timezone } = useView();
  const language = useLanguage();
  const { cursor }: { cursor?: string } = useSearch({ strict: false });
  const notices = useQuery({
    ...listNoticesOptions({ query: { client_id, language, timezone, page_size: PAGE_SIZE, cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Box id="notices" mt="xl">
      <Panel title={t('bell.title')}>
        <Text size="sm" c="dimmed">
          {t('notices.text')}
        </Text>
        <Loaded query={notices} what={t('bell.title')} height={240}>
          {({ items, next_cursor, unavailable_topics: unknown }) => (
            <>
              {unknown.length > 0 && <Text size="sm">{t('notices.unavailable')}</Text>}
              {items.length === 0 && unknown.length > 0 ? null : items.length === 0 ? (
                <Empty title={t('notices.noneYet')} next={t('notices.noneNext')} />
              ) : (
                <Stack gap="md" component="ul" p={0} m={0} className="plainList">
                  {items.map((notice) => (
                    <NoticeLine key={notice.notice_id} notice={notice} />
                  ))}
                </Stack>
              )}
              <CursorPages next={next_cursor} />
            </>
          )}
        </Loaded>
      </Panel>
    </Box>
  );
}
