/** The texts of a profile, with their maximum lengths. */
export const PROFILE_TEXTS = {
  industry: 80,
  use_case: 120,
  description: 500,
  language: 35,
} as const;
type ProfileText = keyof typeof PROFILE_TEXTS;

/** A profile in responses: it has every field, and fields without a value are null. */
export type Profile = { readonly tags: string[] } & Readonly<Record<ProfileText, string | null>>;

/** The fields of a profile that may be sent; null removes a text. */
export type ProfileChange = { readonly tags?: string[] } & Partial<Record<ProfileText, string | null>>;

const NAMES = Object.keys(PROFILE_TEXTS) as ProfileText[];

/** A stored profile; other stored fields are not shown. */
export function shownProfile(stored: Readonly<Record<string, unknown>>): Profile {
  const { tags } = stored;
  const text = (name: ProfileText): [ProfileText, string | null] => {
    const value = stored[name];
    return [name, typeof value === 'string' ? value : null];
  };
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    ...(Object.fromEntries(NAMES.map(text)) as Record<ProfileText, string | null>),
  };
}

/** The profile after a change: sent fields replace old ones, the others stay. */
export function changedProfile(
  stored: Readonly<Record<string, unknown>>,
  sent: ProfileChange | undefined,
): Profile {
  return shownProfile({ ...stored, ...definedOf(sent ?? {}) });
}

const definedOf = (sent: ProfileChange): ProfileChange =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
