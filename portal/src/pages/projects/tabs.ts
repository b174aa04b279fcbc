import {
  IconFileExport,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPhoneCall,
  IconRocket,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import type { PartName } from '../../address/project-places';
import type { PartProps } from './project';

interface ProjectPart {
  readonly name: PartName;
  readonly icon: Icon;
  readonly Content: ComponentType<PartProps>;
  /** Also for roles that read no configuration. */
  readonly isForAll?: boolean;
}

/** Parts of a project beside its configuration. */
export const PARTS: readonly ProjectPart[] = [
  {
    name: 'tests',
    icon: IconListCheck,
    Content: lazy(async () => ({
      default: (await import('./tests/ConversationTestsTab')).ConversationTestsPart,
    })),
  },
  {
    name: 'testCalls',
    icon: IconPhoneCall,
    Content: lazy(async () => ({ default: (await import('./tests/TestCallsTab')).TestCallsPart })),
  },
  {
    name: 'release',
    icon: IconRocket,
    Content: lazy(async () => ({ default: (await import('./release/ReleaseTab')).ReleasePart })),
  },
  {
    name: 'versions',
    icon: IconHistory,
    Content: lazy(async () => ({ default: (await import('./release/VersionsTab')).VersionsPart })),
  },
  {
    name: 'secrets',
    icon: IconKey,
    Content: lazy(async () => ({ default: (await import('./secrets/SecretsTab')).SecretsPart })),
  },
  {
    name: 'files',
    icon: IconFileExport,
    Content: lazy(async () => ({ default: (await import('./files/FilesTab')).FilesPart })),
  },
  {
    name: 'settings',
    icon: IconSettings,
    Content: lazy(async () => ({ default: (await import('./settings/SettingsTab')).SettingsPart })),
    isForAll: true,
  },
];
