import type { CreatePartnerClientRequest } from '../../../api/generated';

/** The text fields, in their order on the page. */
export const FIELDS = ['business_name', 'client_id', 'web_domain', 'contact_name', 'business_email'] as const;
export type TextFieldName = (typeof FIELDS)[number];

const LONGEST_ID = 64;

/** Patterns of fields. The API decides; this saves a request. */
const PATTERNS: Readonly<Record<TextFieldName, RegExp>> = {
  business_name: /\S/,
  client_id: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  web_domain: /^(?!-)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u,
  contact_name: /\S/,
  business_email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
};

/** The fields that are certainly invalid. */
export const checkClient = (values: CreatePartnerClientRequest): ReadonlySet<string> =>
  new Set(FIELDS.filter((name) => !PATTERNS[name].test(values[name])));

/** A suggested id for a name: its letters without accents, joined by hyphens. */
export const idFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_ID)
    .replace(/-+$/, '');
