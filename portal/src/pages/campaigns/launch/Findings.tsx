import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  validateCampaign,
  type CampaignFinding,
  type CampaignValidationResult,
} from '../../../api/generated';
import type { TabName, SectionName } from '../../../address/project-places';
import { useWrite } from '../../../data/write';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useMay } from '../../../address/assignment';
import { useNumbers } from '../../../texts/numbers';
import { CAMPAIGN_QUERIES, useCampaignAddress } from '../queries';
import { stepOf } from '../steps';
import type { Campaign } from '../vocabulary';

/** The part of the project in which a finding can be fixed. */
const PARTS: Readonly<Record<string, SectionName | TabName>> = {
  project_archived: 'settings',
  outbound_runtime_incomplete: 'provider-configuration',
  project_not_published: 'release',
  project_not_deployed: 'versions',
  outbound_compliance_blocking: 'release',
  outbound_compliance_unconfirmed: 'versions',
};

/** A link to the place where a finding is fixed, and to the contacts that it concerns. */
function WayTo({
  finding,
  projectId,
  isHere,
}: {
  readonly finding: CampaignFinding;
  readonly projectId: string;
  readonly isHere: boolean;
}) {
  const { t } = useTranslation();
  const { scope, code, count } = finding;
  const step = stepOf(finding);
  return (
    <Group gap="md">
      {scope === 'contact' && !!count && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="."
              search={(it: object) => ({ ...it, step: 'contacts', code, page: undefined })}
              {...props}
            />
          )}
        >
          {t('campaigns.showContacts')}
        </Anchor>
      )}
      {step && !isHere && !(scope === 'contact' && step === 'contacts') && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="." search={(it: object) => ({ ...it, step })} {...props} />}
        >
          {t('campaigns.goTo', { step: t(`campaigns.step.${step}`) })}
        </Anchor>
      )}
      {scope === 'project' && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/projects/$projectId"
              params={{ projectId }}
              search={({ client_id }: { client_id?: string }) => ({ client_id, part: PARTS[code] })}
              {...props}
            />
          )}
        >
          {t('campaigns.goToProject')}
        </Anchor>
      )}
      {scope === 'capacity' && (
        <Anchor
          size="sm"
          renderRoot={(props) =>
            code === 'usage_cap_reached' ? (
              <Link
                to="/billing"
                search={({ client_id }: { client_id?: string }) => ({ client_id })}
                {...props}
              />
            ) : (
              <Link
                to="/integrations"
                search={({ client_id }: { client_id?: string }) => ({ client_id, tab: 'capacity' })}
                {...props}
              />
            )
          }
        >
          {t(code === 'usage_cap_reached' ? 'campaigns.goToBilling' : 'campaigns.goToCapacity')}
        </Anchor>
      )}
    </Group>
  );
}

function Finding({
  finding,
  tone,
  projectId,
  isHere = false,
}: {
  readonly finding: CampaignFinding;
  readonly tone: 'blocked' | 'warning';
  readonly projectId: string;
  /** Whether the step that resolves it is open. */
  readonly isHere?: boolean;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { code, message, count: contacts, at_utc: at } = finding;
  return (
    <Group justify="space-between" align="flex-start" role="listitem">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <StatusLabel kind="validation" value={tone} />
        <Stack gap={0}>
          <Text size="sm">{t(`campaignWords.finding.${code}`, { defaultValue: message })}</Text>
          <Text size="sm" c="dimmed">
            {contacts !== null &&
              t('campaigns.contactCount', { count: contacts, formatted: count(contacts) })}
            {at && (
              <>
                {' '}
                <Instant at={at} />
              </>
            )}
          </Text>
        </Stack>
      </Group>
      <WayTo finding={finding} projectId={projectId} isHere={isHere} />
    </Group>
  );
}

/** Open findings of one step. */
export function Missing({
  findings,
  projectId,
}: {
  readonly findings: readonly CampaignFinding[];
  readonly projectId: string;
}) {
  const { t } = useTranslation();
  const title = t('campaigns.toMendHere');
  if (findings.length === 0) return null;
  return (
    <Panel title={title}>
      <Stack gap="xs" role="list" aria-label={title}>
        {findings.map((it) => (
          <Finding key={it.code} finding={it} tone="blocked" projectId={projectId} isHere />
        ))}
      </Stack>
    </Panel>
  );
}

/** Findings that prevent a campaign's launch, each with its count and remedy, and hints. */
export function Findings({
  campaign,
  validation,
}: {
  readonly campaign: Campaign;
  readonly validation: CampaignValidationResult;
}) {
  const { t } = useTranslation();
  const address = useCampaignAddress();
  const may = useMay();
  const again = useWrite(async () => (await validateCampaign(address)).data, { changes: CAMPAIGN_QUERIES });
  const { blockers, warnings } = validation;
  const { project_id: projectId } = campaign;
  return (
    <Panel
      title={t('campaigns.step.checks')}
      aside={
        may('validateCampaign') && (
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.send(undefined)}>
            {t('campaigns.checkAgain')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('campaigns.checkedAt')} <Instant at={validation.validated_at_utc} />
      </Text>
      <Refusal problem={again.problem} />
      {blockers.length + warnings.length === 0 ? (
        <Empty title={t('campaigns.ready')} next={t('campaigns.readyNext')} />
      ) : (
        <Stack gap="md" role="list" aria-label={t('campaigns.step.checks')}>
          {blockers.map((it) => (
            <Finding key={it.code} finding={it} tone="blocked" projectId={projectId} />
          ))}
          {warnings.map((it) => (
            <Finding key={it.code} finding={it} tone="warning" projectId={projectId} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}
