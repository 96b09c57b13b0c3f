# The image of Portico. Its root is never written to: run it read-only, with /data and /tmp.
#
#   docker build -t portico .
#   docker run --read-only --tmpfs /tmp --init -v portico:/data -p 127.0.0.1:8443:8443 portico
ARG NODE=node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e

FROM ${NODE} AS build
WORKDIR /app
# For better-sqlite3 where no prebuilt binary can be had.
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 make g++ \
    && rm -rf /var/lib/apt/lists/*
# The packages first: they change less often than the sources, and take longer.
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY importer/package.json importer/
COPY media/package.json media/
COPY demo/package.json demo/
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3
COPY server/scripts/build.js server/scripts/bundle.js server/scripts/reference-script.js server/scripts/
COPY server/bin server/bin
COPY server/src server/src
COPY server/reference server/reference
COPY tsconfig.json ./
COPY importer/src importer/src
COPY media/src media/src
COPY demo/src demo/src
RUN npm run build && npm prune --omit=dev --ignore-scripts
# The app of the console, of which only the built files are kept.
COPY console/package.json console/package-lock.json console/
RUN npm ci --prefix console --ignore-scripts
COPY console/index.html console/tsconfig.json console/vite.config.ts console/
COPY console/public console/public
COPY console/src console/src
RUN npm run --prefix console build

FROM ${NODE}
LABEL org.opencontainers.image.title="Portico" \
      org.opencontainers.image.description="The open, self-hosted server behind real-estate websites" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/console/dist console/dist
COPY package.json openapi.json llms.txt LICENSE ./
COPY importer/reso importer/reso
COPY server/package.json server/
COPY server/bin server/bin
COPY bin bin
# The program of `docker exec … portico key add …`.
RUN ln -s /app/bin/portico.js /usr/local/bin/portico \
    && install -d -m 700 -o node -g node /data
USER node
ENV NODE_ENV=production \
    PORTICO_DATA=/data \
    PORTICO_HOST=0.0.0.0
VOLUME /data
EXPOSE 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=3 CMD ["portico", "health"]
ENTRYPOINT ["portico"]
CMD ["serve"]
