import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '../../../api/generated';
import { getOutboundCampaignOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { NotForYou } from '../../../shell/elsewhere/load';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { Loaded } from '../../../parts/States';
import { PageHead } from '../../../shell/PageHead';
import { BackToList } from './BackToList';
import { StepList } from './StepList';
import { CampaignForm } from '../settings/CampaignForm';
import { copyOf, firstValues, type Values } from '../settings/values';

function Form({ draft, initial }: { readonly draft: string; readonly initial: Values }) {
  const navigate = useNavigate();
  const open = ({ campaign_id: campaignId }: CampaignDetail): void =>
    void navigate({
      to: '/campaigns/$campaignId',
      params: { campaignId },
      search: ({ client_id, project_id, zone }) => ({ client_id, project_id, zone, step: 'contacts' }),
    });
  return <CampaignForm draft={draft} initial={initial} onMade={open} />;
}

function Copy({ campaign }: { readonly campaign: CampaignDetail }) {
  const { t } = useTranslation();
  const name = t('campaignForm.copyName', { name: campaign.name });
  const initial = useMemo(() => copyOf(campaign, name), [campaign, name]);
  return <Form draft={`campaign:copy:${campaign.campaign_id}`} initial={initial} />;
}

function Fresh({ projectId }: { readonly projectId: string | undefined }) {
  const initial = useMemo(() => firstValues(projectId ?? ''), [projectId]);
  return <Form draft="campaign:new" initial={initial} />;
}

/** The first step of a campaign: its settings, empty or copied from another one. */
export function NewCampaignPage() {
  const { t } = useTranslation();
  const { client_id, project_id } = useView();
  const { from }: { from?: string } = useSearch({ strict: false });
  const may = useMay();
  const copied = useQuery({
    ...getOutboundCampaignOptions({ path: { campaign_id: from ?? '' }, query: { client_id } }),
    enabled: from !== undefined,
    // Other people's changes must not replace a draft while this person edits it.
    staleTime: Infinity,
  });
  if (!may('createOutboundCampaign'))
    return (
      <Suspense fallback={null}>
        <NotForYou page="newCampaign" />
      </Suspense>
    );
  return (
    <>
      <PageHead title={t('campaigns.create')} help={t('campaignForm.pageHelp')} chapter="campaigns">
        <BackToList />
      </PageHead>
      <Grid>
        <Grid.Col span={{ base: 12, md: 3, xl: 2 }}>
          <StepList campaign={undefined} validation={undefined} active="settings" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9, xl: 10 }}>
          {from === undefined ? (
            <Fresh projectId={project_id} />
          ) : (
            <Loaded query={copied} what={t('campaigns.step.settings')} height={480}>
              {(campaign) => <Copy campaign={campaign} />}
            </Loaded>
          )}
        </Grid.Col>
      </Grid>
    </>
  );
}
