import { Button, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  runCampaign,
  type CampaignDetail,
  type LaunchResponse,
} from '../../../api/generated';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { useMay } from '../../../address/assignment';
import { useNumbers } from '../../../texts/numbers';
import { CAMPAIGN_QUERIES, useCampaignAddress } from '../queries';
import { isOver, type Campaign, type ContactStatus } from '../vocabulary';

type Act = 'run' | 'pause' | 'resume' | 'cancel';

/** Actions that a person may take in each status (campaigns 9.1). */
const ACTS: Readonly<Record<Campaign['status'], readonly Act[]>> = {
  draft: ['run', 'cancel'],
  scheduled: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: [],
  cancelled: [],
  failed: [],
};

const SIGNS = { run: IconPlayerPlay, resume: IconPlayerPlay, pause: IconPlayerPause, cancel: IconX };

const OPERATIONS = {
  run: 'runCampaign',
  resume: 'resumeCampaign',
  pause: 'pauseCampaign',
  cancel: 'cancelCampaign',
} as const;

/** Contacts that end with their campaign, and contacts whose calls finish (campaigns 9.4). */
const ENDING: readonly ContactStatus[] = ['pending', 'pending_dispatch', 'queued', 'retry_scheduled'];
const FINISHING: readonly ContactStatus[] = ['dialing', 'in_call'];

const SENDERS = { run: runCampaign, resume: resumeCampaign, pause: pauseCampaign, cancel: cancelCampaign };

function Counts({
  counts,
  statuses,
}: {
  readonly counts: Campaign['counts'];
  readonly statuses: readonly ContactStatus[];
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <List size="sm">
      {statuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <List.Item key={status}>
            {t(`words.contact.${status}`)}: {count(counts[status])}
          </List.Item>
        ))}
    </List>
  );
}

/** Consequences of the action, shown before it runs. */
function Consequences({ act, campaign: { counts } }: { readonly act: Act; readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const has = (statuses: readonly ContactStatus[]): boolean => statuses.some((status) => counts[status] > 0);
  if (act === 'cancel') {
    return (
      <Stack gap="xs">
        <Text size="sm">{t('campaigns.cancelEnds')}</Text>
        {has(ENDING) && <Counts counts={counts} statuses={ENDING} />}
        {has(FINISHING) && (
          <>
            <Text size="sm">{t('campaigns.cancelFinishes')}</Text>
            <Counts counts={counts} statuses={FINISHING} />
          </>
        )}
      </Stack>
    );
  }
  if (act === 'pause') return <Text size="sm">{t('campaigns.pauseDoes')}</Text>;
  return (
    <Text size="sm">
      {t('campaigns.runDoes', { count: counts.callable, formatted: count(counts.callable) })}
    </Text>
  );
}

/** Run, pause, resume and cancel, for people who may. */
export function Controls({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const change = useChangeView();
  const [asked, setAsked] = useState<Act | null>(null);
  const write = useWrite(
    async (act: Act, key): Promise<CampaignDetail | LaunchResponse> =>
      (await SENDERS[act]({ ...address, headers: { 'Idempotency-Key': key } })).data,
    {
      changes: CAMPAIGN_QUERIES,
      onDone: (answer, act) => {
        setAsked(null);
        if ('validation' in answer && answer.validation.status === 'blocked') {
          notifications.show({ color: 'red', message: t('campaigns.notLaunchedBlocked') });
          change({ step: 'checks' });
          return;
        }
        notifications.show({ message: t(`campaigns.done.${act}`) });
        if (act === 'run') change({ step: 'report' });
      },
    },
  );
  const may = useMay();
  if (isOver(campaign.status)) return null;
  return (
    <Group gap="xs">
      {ACTS[campaign.status]
        .filter((act) => may(OPERATIONS[act]))
        .map((act) => {
          const Sign = SIGNS[act];
          return (
            <Button
              key={act}
              size="xs"
              variant={act === 'run' || act === 'resume' ? 'filled' : 'default'}
              leftSection={<Sign aria-hidden size={14} />}
              onClick={() => {
                write.reset();
                setAsked(act);
              }}
            >
              {t(`campaigns.act.${act}`)}
            </Button>
          );
        })}
      {asked && (
        <Confirm
          title={t(`campaigns.ask.${asked}`, { name: campaign.name })}
          action={t(`campaigns.act.${asked}`)}
          typed={asked === 'cancel' ? campaign.name : undefined}
          isDangerous={asked === 'cancel'}
          write={write}
          onConfirm={() => write.send(asked)}
          onClose={() => setAsked(null)}
        >
          <Consequences act={asked} campaign={campaign} />
        </Confirm>
      )}
    </Group>
  );
}
