# syntax=docker/dockerfile:1
# The portal for both architectures: docker buildx build --platform linux/amd64,linux/arm64 -t schoolrun .
# docs/installing.md ("Containers") has the settings; tests/repository/deploy-files.test.ts holds this file.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG BRAND=src/brand/harborline
ENV BRAND=$BRAND
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-trixie-slim
ARG BRAND=src/brand/harborline
ENV NODE_ENV=production \
    BRAND=$BRAND \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json schoolrun.js ./
COPY messages ./messages
COPY project.inlang ./project.inlang
COPY scripts ./scripts
COPY src ./src
COPY --from=build /app/src/i18n ./src/i18n
COPY --from=build --chown=node:node /app/build ./build
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "scripts/start.js"]
