import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import {
  IconBook,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconShieldLock,
  IconSun,
  IconSwitchHorizontal,
  IconUser,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfPerson, useNamedClient } from '../address/chosen-client';
import { keptSearch } from '../address/search';
import { assignmentFor, shutOutOf, signInAddress, type Session } from '../session/session';
import { useAssignment } from '../address/assignment';
import { setFactorDue, useFactorDue } from '../api/step-up';
import { StepUp } from '../parts/step-up/StepUp';
import { useProfile } from '../session/profile';
import { signOut } from '../session/sign-out';
import { useClientId } from '../address/view';
import { changeLanguage, currentLanguage, LANGUAGES, withTexts, type Language } from '../texts/texts';
import { BreakGlassBanner } from './BreakGlassBanner';
import { Bell } from './bell/Bell';
import { ClientChoice, choosesClient } from './ClientChoice';
import { useKeptFocus } from './focus/kept-focus';
import { Keys } from './Keys';
import { Elsewhere } from './elsewhere/load';
import { useShownPath } from './elsewhere/shown';
import { closedPage, pagesOf } from './pages';
import { EarlyKeys } from './palette/EarlyKeys';
import { useRescuedFocus } from './focus/rescued-focus';
import { SupportBadge } from '../parts/support/SupportBadge';
import { SavedViews } from './views/SavedViews';
import { UnlessWithoutProject } from './WithoutProject';
import { WithoutRole } from './WithoutRole';

/** The deployment's logo, if the service serves the pages (portal-sessions 8.5). */
const LOGO = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

// Loaded on demand: a first view needs neither it nor the dialogs that it imports.
const Palette = lazy(async () => {
  const load = withTexts(['palette'], () => import('./palette/Palette'));
  return { default: (await load()).Palette };
});

const FactorDue = lazy(async () => {
  const load = withTexts(['security'], () => import('./FactorDue'));
  return { default: (await load()).FactorDue };
});

const ShutOut = lazy(async () => {
  const load = withTexts(['security'], () => import('./sign-in/ShutOut'));
  return { default: (await load()).ShutOut };
});

function Person({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const role = useAssignment()?.role;
  const profile = useProfile();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          aria-label={session.display_name}
          leftSection={<IconUser aria-hidden size={18} />}
        >
          <Text span size="sm" maw={160} truncate visibleFrom="xs">
            {session.display_name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {role && `${t(`roles.${role}`)} · `}
          {t(`words.environment.${session.data_env}`)}
        </Menu.Label>
        {/* A sign-in is for one environment, which the identity provider determines (access 2.4). */}
        {session.environments
          .filter((it) => it !== session.data_env)
          .map((it) => (
            <Menu.Item
              key={it}
              component="a"
              href={signInAddress('/')}
              leftSection={<IconSwitchHorizontal aria-hidden size={16} />}
            >
              {t('shell.switchTo', { environment: t(`words.environment.${it}`) })}
            </Menu.Item>
          ))}
        {session.environments.length > 1 && <Menu.Divider />}
        {(Object.keys(LANGUAGES) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            leftSection={<IconLanguage aria-hidden size={16} />}
            onClick={() => profile.save({ language, timezone: session.timezone })}
          >
            {LANGUAGES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconShieldLock aria-hidden size={16} />}
          renderRoot={(props) => <Link to="/security" search={keptSearch} {...props} />}
        >
          {t('pages.security')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBook aria-hidden size={16} />}
          renderRoot={(props) => <Link to="/guide" search={keptSearch} {...props} />}
        >
          {t('pages.guide')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()} leftSection={<IconLogout aria-hidden size={16} />}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Colours() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <Tooltip label={t('shell.colours')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('shell.colours')}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** The frame of every page after signing in: menu, palette, shortcuts, and the person. */
export function Shell({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useNamedClient(session);
  const { language } = session;
  useEffect(() => {
    if (language && language !== currentLanguage()) void changeLanguage(language);
  }, [language]);
  const pages = pagesOf(session, useClientId());
  const isChoosing = choosesClient(session);
  const [asked, setAsked] = useState(0);
  const [typed, setTyped] = useState('');
  const openPalette = (): void => setAsked((before) => before + 1);
  useHotkeys([['mod+K', openPalette]]);
  return (
    <AppShell
      // On a phone, the client has its own line.
      header={{ height: { base: isChoosing ? 96 : 52, sm: 52 } }}
      navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <AppShell.Header>
        <div className="header">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('shell.menu')} />
            {LOGO && <img src={LOGO} alt="" width={24} height={24} />}
            <Text fw={700} truncate>
              {t('product')}
            </Text>
            {session.data_env !== 'prod' && (
              <Badge variant="outline" color="gray" flex="none">
                {t(`words.environment.${session.data_env}`)}
              </Badge>
            )}
          </Group>
          {isChoosing && <ClientChoice session={session} />}
          <Group gap={4} wrap="nowrap" ml="auto">
            <Button
              className="search"
              variant="default"
              size="xs"
              aria-keyshortcuts="Control+K"
              onClick={openPalette}
              leftSection={<IconSearch aria-hidden size={18} />}
            >
              <Group gap="xs" wrap="nowrap" className="searchWords">
                <Text span size="sm" c="dimmed">
                  {t('shell.palette')}
                </Text>
                <Kbd size="xs">Ctrl K</Kbd>
              </Group>
            </Button>
            <Bell />
            <Colours />
            <Person session={session} />
          </Group>
        </div>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('shell.menu')}>
        <ScrollArea>
          {pages.map(({ name, to, icon: Sign }) => (
            <NavLink
              key={name}
              renderRoot={(props) => <Link to={to} search={keptSearch} {...props} />}
              label={t(`pages.${name}`)}
              leftSection={<Sign aria-hidden size={18} stroke={1.75} />}
              rightSection={name === 'support' && <SupportBadge />}
              active={to === '/' ? pathname === to : pathname.startsWith(to)}
              onClick={close}
            />
          ))}
          <SavedViews onGo={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <Content session={session} />
      {asked > 0 && (
        <Suspense fallback={<EarlyKeys type={setTyped} />}>
          <Palette session={session} pages={pages} asked={asked} typed={typed} />
        </Suspense>
      )}
      <Keys pages={pages} />
      <StepUp />
    </AppShell>
  );
}

/**
 * The page; marked as busy while the code of the next one loads. A change of client remounts it, so
 * that nothing of the previous client stays on the screen.
 */
function Content({ session }: { readonly session: Session }) {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { pathname } = useLocation();
  const clientId = useClientId();
  const hasRole = isOfPerson(pathname) || assignmentFor(session, clientId) !== undefined;
  // The directory of all clients and the guide do not concern one client.
  const shutOut = ['/clients', '/guide'].some((it) => pathname.startsWith(it))
    ? undefined
    : shutOutOf(session, clientId);
  const closed = closedPage(session, clientId, useShownPath());
  const main = useKeptFocus(pathname, isLoading);
  useRescuedFocus('content');
  const isFactorDue = useFactorDue() && pathname !== '/security';
  // Each client has its own policy.
  useEffect(() => setFactorDue(false), [clientId]);
  return (
    <AppShell.Main ref={main} id="content" tabIndex={-1} aria-busy={isLoading}>
      {session.break_glass_id !== null && <BreakGlassBanner useId={session.break_glass_id} />}
      {isFactorDue ? (
        <Suspense fallback={null}>
          <FactorDue />
        </Suspense>
      ) : shutOut ? (
        <Suspense fallback={null}>
          <ShutOut client={shutOut} />
        </Suspense>
      ) : !hasRole ? (
        <WithoutRole session={session} clientId={clientId} />
      ) : closed !== undefined ? (
        <Suspense fallback={null}>
          <Elsewhere page={closed} />
        </Suspense>
      ) : (
        <Fragment key={pathname.startsWith('/clients') ? '' : clientId}>
          <UnlessWithoutProject pathname={pathname}>
            <Outlet />
          </UnlessWithoutProject>
        </Fragment>
      )}
    </AppShell.Main>
  );
}
