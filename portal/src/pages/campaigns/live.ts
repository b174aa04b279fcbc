import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CampaignDetail } from '../../api/generated';
import {
  getOutboundCampaignOptions,
  getOutboundCampaignQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { CAMPAIGN_QUERIES, useCampaignAddress } from './queries';
import { isUnderWay } from './vocabulary';

/** How often a campaign is read while there is no stream. */
const POLL_MS = 5_000;
/** Pause after a refused stream: other pages of the person may have closed theirs by then. */
const REFUSED_MS = 30_000;

/** The content of an event of the stream (campaigns 11.2). */
type ProgressEvent = Pick<CampaignDetail, 'status' | 'status_reason' | 'counts'> & {
  readonly at_utc: string;
};

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = (): void => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}

/**
 * The campaign of the address, kept up to date: by its stream while that is open, otherwise by
 * polling.
 */
export function useLiveCampaign() {
  const address = useCampaignAddress();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const campaign = useQuery({
    ...getOutboundCampaignOptions(address),
    refetchInterval: ({ state }) =>
      !isLive && state.data && isUnderWay(state.data.status) ? POLL_MS : false,
  });
  const status = campaign.data?.status;
  const isWanted = useIsVisible() && status !== undefined && isUnderWay(status);
  useEffect(() => {
    if (!isWanted) return undefined;
    const client = address.query.client_id ? `?client_id=${encodeURIComponent(address.query.client_id)}` : '';
    const id = encodeURIComponent(address.path.campaign_id);
    const stream = new EventSource(`/api/v1/outbound-campaigns/${id}/progress/stream${client}`);
    const key = getOutboundCampaignQueryKey(address);
    let again: ReturnType<typeof setTimeout> | undefined;
    stream.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const { status, status_reason, counts } = JSON.parse(data) as ProgressEvent;
      const before = queries.getQueryData<CampaignDetail>(key);
      queries.setQueryData<CampaignDetail>(key, before && { ...before, status, status_reason, counts });
      // The log, the findings and the report change with the status.
      if (before?.status !== status)
        for (const queryKey of CAMPAIGN_QUERIES) void queries.invalidateQueries({ queryKey });
    });
    stream.addEventListener('open', () => setLive(true));
    stream.addEventListener('error', () => {
      setLive(false);
      if (stream.readyState === EventSource.CLOSED)
        again = setTimeout(() => setAttempt((it) => it + 1), REFUSED_MS);
    });
    return () => {
      clearTimeout(again);
      stream.close();
      setLive(false);
    };
  }, [isWanted, address, attempt, queries]);
  return { campaign, isLive };
}
