# One image for main, worker and migrate. The version is the one of the `node` package in package-lock.json. To hold on to
# one image of that version, add its digest (compose.yaml says how to read it): node:24.21.0-slim@sha256:<digest>
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY portal/package.json portal/
COPY public-pages/package.json public-pages/
# No install script is needed to compile, and none is trusted for it.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY openapi.json ./
COPY portal portal
COPY public-pages public-pages
# Its chapters are pages of the portal.
COPY docs/portal-guide.md docs/portal-guide.de.md docs/
# The compiler is called by its path: node_modules/.bin/node is empty when install scripts did not run.
RUN npm run -s build -w portal && node public-pages/build.ts && node node_modules/typescript-native/bin/tsc -p tsconfig.build.json --noCheck false

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY portal/package.json portal/
COPY public-pages/package.json public-pages/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN mkdir /files

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
# Node lets both generations of the heap grow with the memory of the machine, and a busy process of 70 MB then holds
# 400. With these it serves as fast and stays under 250 MB; less for the old generation would stall large batches.
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=384"
# The C library would give each thread of Node an arena of its own, and keep there what compiling and collecting took for a
# moment: some 20 MB.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY --from=build /app/dist dist
# A new volume that is mounted here takes its owner.
COPY --from=dependencies --chown=node:node /files /var/lib/telephony/files
# Owned by root: the service can read its code and change nothing of it.
USER node
EXPOSE 3000
# A start and the first answer take a second or two; unhealthy means 503 or silence for half a minute.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and gets the signals itself; migrate and worker are `node dist/migrate.js`, `node dist/worker.js`.
CMD ["node", "dist/main.js"]
