import { setUpClient } from '../api/client';
import { setUpTexts, TEXT_GROUPS, withTexts } from '../texts/texts';

// Once per process, as in a browser: the process's test files share it.
setUpClient();
await setUpTexts();
await withTexts(TEXT_GROUPS, () => Promise.resolve())();
