import { Grid, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCampaignValidationOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { Empty, Loaded } from '../../../parts/States';
import { ChangedBy } from '../../../parts/values/Person';
import { PageHead } from '../../../shell/PageHead';
import { changeOfCampaign } from '../campaign-change';
import { Contacts } from '../contacts/Contacts';
import { BackToList } from './BackToList';
import { Controls } from './Controls';
import { EditSettings } from '../settings/EditSettings';
import { Estimate } from '../launch/Estimate';
import { Findings, Missing } from '../launch/Findings';
import { ImportContacts } from '../import/ImportContacts';
import { Launch } from '../launch/Launch';
import { LaunchHours } from '../launch/LaunchHours';
import { useLiveCampaign } from '../live';
import { Progress } from './Progress';
import { useCampaignAddress } from '../queries';
import { Setup } from './Setup';
import { StepList } from './StepList';
import { Report } from './Report';
import { StatusLog } from './StatusLog';
import { CampaignStatus } from '../CampaignStatus';
import { Wash } from '../wash/Wash';
import { blockersOf, firstStep, STEPS } from '../steps';
import { canBeEdited, choiceOf, isOver, isUnderWay, takesContacts, type Campaign } from '../vocabulary';

function Opened({ campaign, isLive }: { readonly campaign: Campaign; readonly isLive: boolean }) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const search: { step?: string } = useSearch({ strict: false });
  // The step that is shown when the page opens: the progress of a running campaign does not change
  // the page while a person reads it.
  const [first] = useState(() => firstStep(campaign));
  const step = choiceOf(STEPS, search.step) ?? first;
  const may = useMay();
  const over = isOver(campaign.status);
  const validation = useQuery({ ...getCampaignValidationOptions(address), enabled: !over });
  // Findings from before the end no longer count.
  const found = over ? undefined : validation.data;
  const checked = (children: (data: NonNullable<typeof validation.data>) => React.ReactNode) =>
    over ? (
      <Empty title={t('campaigns.over')} next={t('campaigns.overNext')} />
    ) : (
      <Loaded query={validation} what={t('campaigns.step.checks')} height={240}>
        {children}
      </Loaded>
    );
  const content = {
    settings: () => (
      <Stack>
        {may('updateOutboundCampaign') && canBeEdited(campaign.status) && (
          <EditSettings campaign={campaign} />
        )}
        <Setup campaign={campaign} />
      </Stack>
    ),
    contacts: () => (
      <Stack>
        {may('importContacts') && takesContacts(campaign.status) && <ImportContacts campaign={campaign} />}
        <Contacts />
      </Stack>
    ),
    wash: () => <Wash campaign={campaign} />,
    checks: () => checked((data) => <Findings campaign={campaign} validation={data} />),
    launch: () =>
      checked((data) => (
        <Stack>
          <Launch campaign={campaign} validation={data} />
          <Estimate />
          <LaunchHours blockers={data.blockers.length} />
        </Stack>
      )),
    report: () => (
      <Stack>
        <Progress campaign={campaign} isLive={isLive} />
        {isUnderWay(campaign.status) && <Estimate isUnderWay />}
        <Report isUnderWay={isUnderWay(campaign.status)} />
        <StatusLog campaign={campaign} />
      </Stack>
    ),
  }[step];
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 3, xl: 2 }}>
        <StepList campaign={campaign} validation={found} active={step} />
        <ChangedBy
          at={campaign.updated_at_utc}
          by={campaign.updated_by}
          what={changeOfCampaign(t, campaign)}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 9, xl: 10 }}>
        <Stack miw={0}>
          {step !== 'checks' && (
            <Missing findings={blockersOf(step, found)} projectId={campaign.project_id} />
          )}
          {content()}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** One campaign from its settings to its report. */
export function CampaignPage() {
  const { t } = useTranslation();
  const { campaign, isLive } = useLiveCampaign();
  const address = useCampaignAddress();
  const { data } = campaign;
  return (
    <>
      <PageHead
        title={data?.name ?? t('pages.campaign')}
        help={t('help.campaign')}
        chapter="campaigns"
        api={{ operation: 'getOutboundCampaign', ...address }}
      >
        <Group gap="md">
          {data && <CampaignStatus status={data.status} reason={data.status_reason} />}
          {data && <Controls campaign={data} />}
          <BackToList />
        </Group>
      </PageHead>
      <Loaded query={campaign} what={t('pages.campaign')} height={480}>
        {(it) => <Opened key={it.campaign_id} campaign={it} isLive={isLive} />}
      </Loaded>
    </>
  );
}
