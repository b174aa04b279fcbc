const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' });

/** All texts of this language. A file a page; no two files share a first key. */
export const catalogue: Record<string, unknown> = Object.assign({}, ...Object.values(files));
