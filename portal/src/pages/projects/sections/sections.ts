import {
  IconAddressBook,
  IconBrain,
  IconCalendar,
  IconFlask,
  IconId,
  IconLayoutDashboard,
  IconMail,
  IconPlug,
  IconRobot,
  IconShieldLock,
  IconWaveSine,
  type Icon,
} from '@tabler/icons-react';
import type { SectionName } from '../../../address/project-places';

export interface Section {
  readonly name: SectionName;
  readonly icon: Icon;
}

/** The sections in the order in which a project is set up. */
export const SECTIONS: readonly Section[] = [
  { name: 'assistant', icon: IconRobot },
  { name: 'llm-policy', icon: IconBrain },
  { name: 'provider-configuration', icon: IconWaveSine },
  { name: 'transfer-routing', icon: IconAddressBook },
  { name: 'plugin-configuration', icon: IconPlug },
  { name: 'booking', icon: IconCalendar },
  { name: 'identity-verification', icon: IconId },
  { name: 'email-delivery', icon: IconMail },
  { name: 'governance', icon: IconShieldLock },
  { name: 'dashboard-metadata', icon: IconLayoutDashboard },
  { name: 'testing-overrides', icon: IconFlask },
];

export const sectionNamed = (name: string | undefined): Section | undefined =>
  SECTIONS.find((it) => it.name === name);
