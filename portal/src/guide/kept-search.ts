import type { ViewSearch } from '../app/search';

/** What of an address stays on the way to the guide and back: whose data is looked at, and when. */
export const keptSearch = ({ client_id, project_id, range, zone }: ViewSearch): ViewSearch => ({
  client_id,
  project_id,
  range,
  zone,
});
