import {
  IconBook,
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
import type { TabName } from '../../address/project-places';
import type { Operation } from '../../session/rights';
import type { TabProps } from './project';

interface ProjectTab {
  readonly name: TabName;
  readonly icon: Icon;
  readonly Content: ComponentType<TabProps>;
  /** Also for roles that read no configuration. */
  readonly isForAll?: boolean;
  /** The operation that it calls first, where it needs more than the project itself. */
  readonly operation?: Operation;
}

/** Parts of a project other than its configuration. */
export const TABS: readonly ProjectTab[] = [
  {
    name: 'knowledge',
    icon: IconBook,
    Content: lazy(async () => ({ default: (await import('./knowledge/KnowledgeTab')).KnowledgeTab })),
    isForAll: true,
    operation: 'listKnowledgeSources',
  },
  {
    name: 'tests',
    icon: IconListCheck,
    Content: lazy(async () => ({
      default: (await import('./tests/ConversationTestsTab')).ConversationTestsTab,
    })),
  },
  {
    name: 'testCalls',
    icon: IconPhoneCall,
    Content: lazy(async () => ({ default: (await import('./tests/TestCallsTab')).TestCallsTab })),
  },
  {
    name: 'release',
    icon: IconRocket,
    Content: lazy(async () => ({ default: (await import('./release/ReleaseTab')).ReleaseTab })),
  },
  {
    name: 'versions',
    icon: IconHistory,
    Content: lazy(async () => ({ default: (await import('./release/VersionsTab')).VersionsTab })),
  },
  {
    name: 'secrets',
    icon: IconKey,
    Content: lazy(async () => ({ default: (await import('./secrets/SecretsTab')).SecretsTab })),
  },
  {
    name: 'files',
    icon: IconFileExport,
    Content: lazy(async () => ({ default: (await import('./files/FilesTab')).FilesTab })),
  },
  {
    name: 'settings',
    icon: IconSettings,
    Content: lazy(async () => ({ default: (await import('./settings/SettingsTab')).SettingsTab })),
    isForAll: true,
  },
];
