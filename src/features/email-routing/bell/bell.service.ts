import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import { accountableId, type AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { NoticeKinds, type ReadableNotices, type StoredNotice } from '../lookup/notice-kinds.service.js';
import { topicsFor, type Topic } from '../rules/topics.policy.js';
import { MOST_UNREAD, unreadAfter } from './bell.policy.js';
import { ENTRIES, MARK_READ, READ_UP_TO } from './bell.queries.js';
import type { ListNoticesRequest, MarkNoticesReadRequest } from './bell.request.js';
import type { Notice, NoticesReadResponse, NoticesResponse } from './bell.response.js';

interface Entry extends StoredNotice {
  readonly notice_id: string;
  readonly subject: string;
  readonly topic: Topic;
  readonly created_at: Date;
}

type Position = Pick<Entry, 'created_at' | 'notice_id'>;

/** Comes before every notice. */
const NEWEST: Position = {
  created_at: new Date('9999-12-31T00:00:00Z'),
  notice_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};
const EVER = new Date(0);
/** Rows per read: more than a page, because the person may not read some of them. */
const BATCH = 200;

/** Lists the events of a client for each of its people (email-routing section 7). */
@Injectable()
export class BellService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly kinds: NoticeKinds,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 for a cursor of another list */
  async list(
    auth: AuthContext,
    { language, timezone, page_size: size, cursor }: ListNoticesRequest,
  ): Promise<NoticesResponse> {
    const binding: CursorBinding = { route: 'GET /v1/portal/notices', tenant: auth, filter: {} };
    const before = cursor === undefined ? NEWEST : toPosition(this.cursors.decode(binding, cursor));
    const { keep, unavailableTopics } = this.kinds.availableTo(auth);
    const [mark] = await this.metadata.read(auth, (db) =>
      db.query<{ read_up_to: Date }>(READ_UP_TO, [accountableId(auth)]),
    );
    const since = unreadAfter(mark?.read_up_to ?? null, this.clock.now());
    const found = await this.find(auth, keep, { before, since: EVER, most: size + 1 });
    const unread = await this.find(auth, keep, { before: NEWEST, since, most: MOST_UNREAD });
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1) : undefined;
    return {
      items: shown.map((entry) => this.noticeOf(auth, entry, { language, timezone }, since)),
      unread_count: unread.length,
      unavailable_topics: unavailableTopics(),
      ...(last && { next_cursor: this.cursors.encode(binding, [last.created_at.getTime(), last.notice_id]) }),
    };
  }

  /** Sets the person's mark, which never goes back. */
  markRead(
    auth: AuthContext,
    { up_to_utc: upTo }: MarkNoticesReadRequest,
    reservation: Reservation | null,
  ): Promise<NoticesReadResponse> {
    const until = new Date(Math.min(Date.parse(upTo), this.clock.now().getTime()));
    return this.metadata.transaction(auth, async (tx) => {
      const [mark] = await tx.query<{ read_up_to: Date }>(MARK_READ, [accountableId(auth), until]);
      return tx.complete(reservation, { read_up_to_utc: mark!.read_up_to.toISOString() });
    });
  }

  /** The newest that the person may read. */
  private async find(
    auth: AuthContext,
    readable: ReadableNotices,
    { before, since, most }: { readonly before: Position; readonly since: Date; readonly most: number },
  ): Promise<Entry[]> {
    const found: Entry[] = [];
    const topics = topicsFor(auth.scope);
    let last: Position | undefined = before;
    for (let limit = most; last !== undefined && found.length < most; limit = BATCH) {
      const values: unknown[] = [topics, last.created_at, last.notice_id, since, limit];
      const rows: Entry[] = await this.metadata.read(auth, (db) => db.query<Entry>(ENTRIES, values));
      found.push(...(await readable(rows)));
      last = rows.length === limit ? rows.at(-1) : undefined;
    }
    return found.slice(0, most);
  }

  private noticeOf(
    { scope }: AuthContext,
    entry: Entry,
    { language, timezone }: Pick<ListNoticesRequest, 'language' | 'timezone'>,
    since: Date,
  ): Notice {
    const { title, lines, button } = this.kinds.of(entry.kind).text(entry.facts, language, timezone, scope);
    return {
      notice_id: entry.notice_id,
      kind: entry.kind,
      subject: entry.subject,
      topic: entry.topic,
      title,
      lines,
      action: button,
      created_at_utc: entry.created_at.toISOString(),
      is_unread: entry.created_at > since,
    };
  }
}

const toPosition = ([createdMs, noticeId]: readonly unknown[]): Position => ({
  created_at: new Date(Number(createdMs)),
  notice_id: String(noticeId),
});
