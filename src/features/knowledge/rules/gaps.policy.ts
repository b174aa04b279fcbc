const HOUR_MS = 3_600_000;

/** The beginning of an instant's hour, or of the same hour this many days before. */
export const hourOf = (at: Date, daysBefore = 0): Date =>
  new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS - daysBefore * 24 * HOUR_MS);
