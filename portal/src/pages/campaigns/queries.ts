import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProjects } from '../../data/projects';
import { useView } from '../../address/view';

/** The prefix of the keys of all queries that a change of a campaign invalidates. */
export const CAMPAIGN_QUERIES = [
  'getOutboundCampaign',
  'listOutboundCampaigns',
  'getCampaignValidation',
  'getCampaignLaunchPreview',
  'getCampaignReport',
  'listCampaignContacts',
].map((_id) => [{ _id }]);

/** The parameters with which requests name the campaign in the address. */
export function useCampaignAddress() {
  const { campaignId = '' } = useParams({ strict: false });
  const { client_id } = useView();
  return useMemo(
    () => ({ path: { campaign_id: campaignId }, query: { client_id } }),
    [campaignId, client_id],
  );
}

/** The name of a project of the client; its id if it has none. */
export function useProjectName(): (projectId: string) => string {
  const projects = useProjects();
  return (projectId) => projects?.find(({ value }) => value === projectId)?.label ?? projectId;
}
