const PREFIX = 'draft:';

/** The values of an unsent form in this tab; empty if there are none. */
export function keptDraft(name: string): object {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const forgetDraft = (name: string): void => sessionStorage.removeItem(PREFIX + name);

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // A long text does not fit: only the form on the screen has it.
    forgetDraft(name);
  }
}

/** Deletes everything that was filled in, because another person may use this tab next. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
