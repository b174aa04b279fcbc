import { NavLink, SimpleGrid } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CampaignValidationResult } from '../../../api/generated';
import { useNumbers } from '../../../texts/numbers';
import { blockersOf, STEPS, type Step } from '../steps';
import { isOver, type Campaign } from '../vocabulary';

type State = 'done' | 'warned' | 'missing' | 'open';

const SIGNS: Readonly<Record<State, readonly [Icon, string]>> = {
  done: [IconCircleCheck, 'var(--mantine-color-teal-text)'],
  warned: [IconAlertTriangle, 'var(--mantine-color-yellow-text)'],
  missing: [IconCircleX, 'var(--mantine-color-red-text)'],
  open: [IconCircleDashed, 'var(--mantine-color-dimmed)'],
};

function useStates(): (
  step: Step,
  campaign: Campaign,
  validation?: CampaignValidationResult,
) => readonly [State, string] {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (step, campaign, validation) => {
    const { status, counts, registry_wash_summary: wash } = campaign;
    const missing = blockersOf(step, validation).length;
    if (missing > 0) return ['missing', t('campaigns.toMend', { count: missing })];
    if (step === 'contacts') {
      return [
        counts.total > 0 ? 'done' : 'open',
        t('campaigns.contactCount', { count: counts.total, formatted: count(counts.total) }),
      ];
    }
    if (step === 'wash') return [wash.state === 'valid' ? 'done' : 'open', t(`words.wash.${wash.state}`)];
    if (step === 'checks') {
      if (!validation)
        return [isOver(status) ? 'done' : 'open', t(isOver(status) ? 'campaigns.over' : 'states.loading')];
      const blockers = validation.blockers.length;
      if (blockers > 0) return ['missing', t('campaigns.blockers', { count: blockers })];
      return [
        validation.status === 'warning' ? 'warned' : 'done',
        t(`words.validation.${validation.status}`),
      ];
    }
    if (step === 'launch') {
      return status === 'draft'
        ? ['open', t('campaigns.notLaunched')]
        : ['done', t(`words.campaign.${status}`)];
    }
    if (step === 'report') {
      return [
        isOver(status) ? 'done' : 'open',
        t('campaigns.completedCount', { count: counts.completed, formatted: count(counts.completed) }),
      ];
    }
    return ['done', t(`words.callType.${campaign.campaign_call_type}`)];
  };
}

/**
 * The steps of a campaign. It always shows the open findings of each step, and a person can open
 * any step.
 */
export function StepList({
  campaign,
  validation,
  active,
}: {
  /** Undefined while it is being created. */
  readonly campaign: Campaign | undefined;
  readonly validation: CampaignValidationResult | undefined;
  readonly active: Step;
}) {
  const { t } = useTranslation();
  const stateOf = useStates();
  return (
    <SimpleGrid
      component="nav"
      cols={{ base: 2, xs: 3, md: 1 }}
      spacing={4}
      aria-label={t('campaigns.steps')}
      className="sideList"
    >
      {STEPS.map((step) => {
        const [state, line]: readonly [State, string] = campaign
          ? stateOf(step, campaign, validation)
          : ['open', step === 'settings' ? t('campaigns.toFillIn') : t('campaigns.afterCreate')];
        const [Sign, colour] = SIGNS[state];
        const isOpen = step === active;
        const isReady = campaign !== undefined || step === 'settings';
        return (
          <NavLink
            key={step}
            active={isOpen}
            disabled={!isReady}
            aria-current={isOpen ? 'step' : undefined}
            label={t(`campaigns.step.${step}`)}
            description={line}
            leftSection={<Sign aria-hidden size={18} stroke={1.75} color={colour} />}
            renderRoot={(props) =>
              isReady ? (
                <Link to="." search={(it: object) => ({ ...it, step })} replace {...props} />
              ) : (
                <span {...props} role="link" aria-disabled />
              )
            }
          />
        );
      })}
    </SimpleGrid>
  );
}
