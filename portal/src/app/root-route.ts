import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { viewSearch } from '../address/search';
import { NotFound } from '../shell/NotFound';
import { Broken, Root } from './Root';

/** The frame of every page. */
export const root = createRootRoute({
  validateSearch: viewSearch,
  // Keeps the chosen client if a link names none.
  search: { middlewares: [retainSearchParams(['client_id'])] },
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Broken,
});
