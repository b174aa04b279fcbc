/** A page or item that the palette links to. */
export interface Place {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, string | undefined>>;
}

// Deleted when the tab is closed or another person signs in (tab-owner).
const STORED = 'recent-places';
const MOST = 5;

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value && 'id' in value;

/**
 * The items that a person has opened with the palette, latest first. The typed text is not stored.
 */
export function recentPlaces(): readonly Place[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function keepPlace(place: Place): void {
  const others = recentPlaces().filter(({ id }) => id !== place.id);
  sessionStorage.setItem(STORED, JSON.stringify([place, ...others].slice(0, MOST)));
}
