const HOUR_MS = 3_600_000;

/** The beginning of the hour of an instant, or of the one so many days before. */
export const hourOf = (at: Date, daysBefore = 0): Date =>
  new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS - daysBefore * 24 * HOUR_MS);
