import { openCampaignBench } from '../harness/stores/campaign-store.ts';
import { openDispatchBench } from '../harness/stores/dispatch-store.ts';
import { openImportBench } from '../harness/stores/import-store.ts';
import { openMillionBench, openValidationBench } from '../harness/stores/validation-store.ts';
import {
  P18_CONTACTS,
  P18_CONTACTS_GROWTH,
  P18_DETAIL,
  P18_DETAIL_GROWTH,
  P18_LIST,
  P18_LIST_GROWTH,
  P18_REPORT,
  P18_REPORT_GROWTH,
} from '../rows/campaigns/campaigns.ts';
import { P13, P13_EVENTS, P13_GROWTH, P13_TAKERS } from '../rows/campaigns/dispatch.ts';
import { P8, P8_CSV, P8_MEMORY, P8_STALL } from '../rows/campaigns/imports.ts';
import { P14 } from '../rows/campaigns/contactability.ts';
import {
  P15_MILLION,
  P15_MILLION_MEMORY,
  P15_MILLION_STALL,
  P18_MILLION,
  P18_MILLION_STALL,
} from '../rows/campaigns/million.ts';
import { P15, P15_MEMORY, P15_STALL } from '../rows/campaigns/validation.ts';
import { group, MINUTE_MS } from './group.ts';
import type { Group, Tools } from './group.ts';

/** Groups with campaigns and their contacts. */
export function campaignGroups({ startOursOn, onClose, flags }: Tools): readonly Group[] {
  /** With a store that has a million contacts of one client, and ten thousand of another. */
  const CAMPAIGNS = group({
    name: 'campaigns',
    rows: [
      P18_LIST,
      P18_DETAIL,
      P18_CONTACTS,
      P18_REPORT,
      P18_LIST_GROWTH,
      P18_DETAIL_GROWTH,
      P18_CONTACTS_GROWTH,
      P18_REPORT_GROWTH,
    ],
    // Two minutes to plant the contacts, and one to measure.
    withinMs: 20 * MINUTE_MS,
    open: (client) => openCampaignBench({ client, startOursOn, onClose }),
  });

  /** With a campaign of 100,000 contacts; P14 needs none. */
  const VALIDATION = group({
    name: 'validation',
    rows: [P14, P15, P15_STALL, P15_MEMORY],
    // Two minutes on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openValidationBench({ client, startOursOn, onClose }),
  });

  /** With one campaign of a million contacts. */
  const MILLION = group({
    name: 'million',
    rows: [P15_MILLION, P15_MILLION_STALL, P15_MILLION_MEMORY, P18_MILLION, P18_MILLION_STALL],
    // Some minutes to plant the contacts, and some to close them.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openMillionBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** With campaigns that have no contacts. */
  const IMPORTS = group({
    name: 'imports',
    rows: [P8, P8_CSV, P8_STALL, P8_MEMORY],
    // Two minutes on two busy cores, or four with the controls.
    withinMs: 15 * MINUTE_MS,
    open: (client) => openImportBench({ client, startOursOn, onClose }),
  });

  /**
   * With running campaigns whose contacts are due: a million of one client, and ten thousand of
   * another.
   */
  const DISPATCH = group({
    name: 'dispatch',
    rows: [P13, P13_GROWTH, P13_TAKERS, P13_EVENTS],
    // Four minutes to plant the contacts, and two to measure.
    withinMs: 30 * MINUTE_MS,
    open: (client) => openDispatchBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });
  return [CAMPAIGNS, VALIDATION, IMPORTS, DISPATCH, MILLION];
}
