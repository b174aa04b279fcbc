import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageSearch } from '../address/search';
import { withTexts } from '../texts/texts';
import { root } from './root-route';

const guide = createRoute({
  getParentRoute: () => root,
  path: '/guide',
  ...pageSearch(),
  component: lazyRouteComponent(() => import('../pages/guide/GuidePage'), 'GuidePage'),
});
const guideChapter = createRoute({
  getParentRoute: () => root,
  path: '/guide/$chapter',
  ...pageSearch(),
  component: lazyRouteComponent(() => import('../pages/guide/GuidePage'), 'ChapterPage'),
});
const security = createRoute({
  getParentRoute: () => root,
  path: '/security',
  ...pageSearch(),
  component: lazyRouteComponent(
    withTexts(['security'], () => import('../pages/security/SecurityPage')),
    'SecurityPage',
  ),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  component: lazyRouteComponent(() => import('../pages/invitations/InvitationPage'), 'InvitationPage'),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  ...pageSearch('reason', 'return_to'),
  component: lazyRouteComponent(() => import('../pages/SignInPage'), 'SignInPage'),
});
const breakGlass = createRoute({
  getParentRoute: () => root,
  path: '/break-glass',
  ...pageSearch(),
  component: lazyRouteComponent(() => import('../pages/BreakGlassPage'), 'BreakGlassPage'),
});

/** Pages of a person and of no client: signing in, account security and the guide. */
export const personalRoutes = [guide, guideChapter, security, invitation, signIn, breakGlass] as const;
