declare module '*.md' {
  const guide: import('./chapter').Guide;
  export default guide;
}
