import { setUpClient } from '../api/client';
import { setUpTexts, withTexts } from '../texts/texts';

const GROUPS = [
  'alerts',
  'billing',
  'calls',
  'campaigns',
  'clients',
  'elsewhere',
  'home',
  'integrations',
  'knowledge',
  'notices',
  'palette',
  'people',
  'projects',
  'projectTabs',
  'requests',
  'security',
  'settings',
  'support',
] as const;

// Once per process, as in a browser: the process's test files share it.
setUpClient();
await setUpTexts();
await withTexts(GROUPS, () => Promise.resolve())();
