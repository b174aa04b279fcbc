interface Numbered<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly total_pages: number };
}

interface Chained<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string | null;
}

/** The items of a list with numbered pages; fetches each page when it is needed. */
export async function* byPage<O extends { query?: { page?: number } }, Item>(
  options: O,
  fetchPage: (options: O) => Promise<Numbered<Item>>,
): AsyncGenerator<Item, void> {
  for (let number = options.query?.page ?? 1, pages = number; number <= pages; number += 1) {
    const page = await fetchPage({ ...options, query: { ...options.query, page: number } });
    yield* page.items;
    pages = page.pagination.total_pages;
  }
}

/** The items of a list whose pages refer to the next one. */
export async function* byCursor<O extends { query?: { cursor?: string } }, Item>(
  options: O,
  fetchPage: (options: O) => Promise<Chained<Item>>,
): AsyncGenerator<Item, void> {
  let cursor = options.query?.cursor;
  do {
    const page = await fetchPage({ ...options, query: { ...options.query, ...(cursor && { cursor }) } });
    yield* page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
