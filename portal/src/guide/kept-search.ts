import type { ViewSearch } from '../app/search';

/**
 * The parts of an address that stay on the way to the guide and back: the client and project of the
 * view, and its range.
 */
export const keptSearch = ({ client_id, project_id, range, zone }: ViewSearch): ViewSearch => ({
  client_id,
  project_id,
  range,
  zone,
});
