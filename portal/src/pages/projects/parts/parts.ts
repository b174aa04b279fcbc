import { IconHistory, IconKey, IconRocket, IconSettings, type Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Lifecycle, ProjectKey } from '../project';
import { ReleasePart } from '../release/ReleasePart';
import { VersionsPart } from '../release/VersionsPart';
import { SecretsPart } from './SecretsPart';
import { SettingsPart } from './SettingsPart';

export interface PartProps {
  readonly projectKey: ProjectKey;
  readonly lifecycle: Lifecycle;
}

export type PartName = 'release' | 'versions' | 'secrets' | 'settings';

interface ProjectPart {
  readonly name: PartName;
  readonly icon: Icon;
  readonly Content: ComponentType<PartProps>;
  /** Also for roles that read no configuration. */
  readonly isForAll?: boolean;
}

/** What is done with a project beside configuring it. */
export const PARTS: readonly ProjectPart[] = [
  { name: 'release', icon: IconRocket, Content: ReleasePart },
  { name: 'versions', icon: IconHistory, Content: VersionsPart },
  { name: 'secrets', icon: IconKey, Content: SecretsPart },
  { name: 'settings', icon: IconSettings, Content: SettingsPart, isForAll: true },
];
