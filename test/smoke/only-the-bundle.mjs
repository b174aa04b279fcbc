import { registerHooks } from 'node:module';

// Loaded before a process of the bundle (`--import`): ends it where it loads a package, which it would then have twice.
registerHooks({
  load(url, context, next) {
    if (url.includes('/node_modules/')) {
      process.stderr.write(
        `${url} is loaded beside the bundle: tools/build/bundle.ts says what is to be done\n`,
      );
      process.exit(1);
    }
    return next(url, context);
  },
});
