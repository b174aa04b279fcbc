import { useQuery } from '@tanstack/react-query';
import { listNoticesOptions } from '../api/generated/@tanstack/react-query.gen';
import { useMay } from '../address/assignment';
import { useClientId, useView } from '../address/view';
import { useLanguage } from '../texts/locale';

/** As many as fit into the bell. */
const NEWEST = 8;

export const NOTICE_QUERIES = [[{ _id: 'listNotices' }]] as const;

/** The newest notices of the client of the view. Never by a timer: an unused session ends. */
export function useNewestNotices() {
  const client_id = useClientId();
  const { zone: timezone } = useView();
  const language = useLanguage();
  const may = useMay();
  return useQuery({
    ...listNoticesOptions({ query: { client_id, language, timezone, page_size: NEWEST } }),
    enabled: client_id !== '' && may('listNotices'),
    refetchInterval: false,
  });
}
