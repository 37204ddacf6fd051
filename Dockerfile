# Builds the server and the web app, then keeps only what runs in production.
# The version is the one in package.json. To pin the image, too, append its digest: node:…-slim@sha256:…
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# First builds both with all packages, then installs only those of the server. The Node packages are in neither: the
# image has the same version.
RUN npm run build && npm ci --omit=dev -w contract -w timeseries -w server --no-audit --no-fund --loglevel=error

FROM node:26.10.0-bookworm-slim
# pg_dump and pg_restore for backups of PostgreSQL, of the version that deploy/compose.yaml runs: Debian 12 has this one.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/timeseries ./timeseries
COPY --from=build /app/server ./server
COPY --from=build /app/web/dist ./web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 1883
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
