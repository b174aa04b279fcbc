const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The text without random ids and instants, which may contain any short sequence of digits. */
export const withoutIds = (text: string) => text.replace(UUID, '').replace(INSTANT, '');
