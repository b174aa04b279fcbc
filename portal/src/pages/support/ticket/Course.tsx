import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listSupportComments, type CommentResponse } from '../../../api/generated';
import {
  listAttachmentsOptions,
  listSupportRelatedCallsOptions,
  listSupportCommentsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useClientId } from '../../../address/view';
import { Loaded } from '../../../parts/States';
import { TICKET_QUERIES } from '../../../parts/support/queries';
import type { Ticket } from '../../../parts/support/words';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { AttachedCall } from './AttachedCall';
import { AttachedFile } from './AttachedFile';
import { Comment } from './Comment';
import { courseOf, type Entry } from './course';
import { LIVE_MS } from './queries';
import { Uploads } from './Uploads';

/** A clean file is offered within seconds; this many requests a minute stay below the limit. */
const SCAN_MS = 2_000;
/** The route's maximum. */
const MOST_COMMENTS = 100;

/** All comments of a ticket, because an answer is read together with its question. */
async function allComments(
  ticketId: string,
  client_id: string,
  signal: AbortSignal,
): Promise<CommentResponse[]> {
  const all: CommentResponse[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await listSupportComments({
      path: { ticket_id: ticketId },
      query: { client_id, page_size: MOST_COMMENTS, cursor },
      signal,
    });
    all.push(...data.items);
    cursor = data.next_cursor;
  } while (cursor !== undefined);
  return all;
}

function useCourse(ticketId: string) {
  const client_id = useClientId();
  const asked = { path: { ticket_id: ticketId }, query: { client_id } };
  const comments = useQuery({
    queryKey: listSupportCommentsQueryKey(asked),
    queryFn: ({ signal }) => allComments(ticketId, client_id, signal),
    refetchInterval: LIVE_MS,
  });
  const calls = useQuery({ ...listSupportRelatedCallsOptions(asked), refetchInterval: LIVE_MS });
  const files = useQuery({
    ...listAttachmentsOptions(asked),
    refetchInterval: ({ state }) =>
      state.data?.items.some((it) => it.state === 'uploaded' || it.state === 'scanning') ? SCAN_MS : LIVE_MS,
  });
  return { comments, calls, files };
}

/** Listing the comments reads them, so the counts of unread tickets are out of date (support 5.3). */
function useReadMark(isUnread: boolean, readAt: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isUnread && readAt > 0)
      for (const queryKey of TICKET_QUERIES) void queries.invalidateQueries({ queryKey });
  }, [isUnread, readAt, queries]);
}

/** Comments, calls and files of the ticket in chronological order. */
export function Course({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const { ticket_id: ticketId } = ticket;
  const { comments, calls, files } = useCourse(ticketId);
  const isClosed = ticket.status === 'closed';
  useReadMark(ticket.unread, comments.dataUpdatedAt);
  const shown = (entry: Entry) =>
    entry.kind === 'comment' ? (
      <Stack gap="xs">
        <Comment ticketId={ticketId} comment={entry.comment} />
        {entry.files.map((file) => (
          <AttachedFile key={file.attachment_id} ticketId={ticketId} file={file} />
        ))}
      </Stack>
    ) : entry.kind === 'call' ? (
      <AttachedCall ticketId={ticketId} of={entry.call} isClosed={isClosed} />
    ) : entry.kind === 'file' ? (
      <AttachedFile ticketId={ticketId} file={entry.file} />
    ) : (
      <Group gap="xs">
        <StatusLabel kind="ticket" value="solved" />
        <Text span size="sm" c="dimmed">
          <Instant at={entry.at} />
        </Text>
      </Group>
    );
  const hidden = calls.data?.not_visible_count ?? 0;
  return (
    <Loaded query={comments} what={t('ticket.course')} height={320}>
      {(data) => (
        <Stack gap="sm">
          <Stack gap="sm" component="ol" className="course" aria-label={t('ticket.course')}>
            {courseOf(data, calls.data?.items ?? [], files.data?.items ?? [], ticket.solved_at_utc).map(
              (entry) => (
                <li key={`${entry.kind} ${entry.key}`}>{shown(entry)}</li>
              ),
            )}
          </Stack>
          {hidden > 0 && (
            <Text size="sm" c="dimmed">
              {t('ticket.hiddenCalls', { count: hidden })}
            </Text>
          )}
          {calls.isError && (
            <Loaded query={calls} what={t('ticket.calls')} height={0}>
              {() => null}
            </Loaded>
          )}
          {files.isError && (
            <Loaded query={files} what={t('ticket.files')} height={0}>
              {() => null}
            </Loaded>
          )}
          <Uploads ticketId={ticketId} />
        </Stack>
      )}
    </Loaded>
  );
}
