import { httpUrl } from '../../config/validators.js';

/** What the environment says of people. */
export const PEOPLE_SETTINGS = {
  PORTAL_URL: httpUrl({
    default: 'http://localhost:3000',
    desc: 'Where people open the portal, without a path: the links of invitations lead there.',
    example: 'https://portal.example.com',
  }),
};
