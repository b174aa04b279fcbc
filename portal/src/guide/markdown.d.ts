declare module '*.md' {
  import type { Guide } from './chapter';
  const guide: Guide;
  export default guide;
}
