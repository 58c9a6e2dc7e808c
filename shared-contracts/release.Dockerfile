# One release of one package, and how it goes live. Built from the top of the checkout:
# docker build -f shared-contracts/release.Dockerfile --build-arg PACKAGE=mf-plan .
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY shared-contracts/package.json shared-contracts/
COPY shared-contracts/tooling/package.json shared-contracts/tooling/
COPY shell/package.json shell/
# The same for every package, so that they share these layers.
RUN npm ci --omit=dev --ignore-scripts --loglevel=error \
      --workspace=@stepwise/tooling --workspace=@stepwise/shell
COPY shared-contracts/src shared-contracts/src
COPY shared-contracts/tooling shared-contracts/tooling
ARG PACKAGE
COPY ${PACKAGE}/package.json ${PACKAGE}/
RUN node shared-contracts/tooling/build/install-own-packages.ts ${PACKAGE} && rm -rf shell
COPY ${PACKAGE} ${PACKAGE}
RUN node shared-contracts/tooling/release/check-released-types.ts ${PACKAGE}
RUN STEPWISE_BUILD=/built node shared-contracts/tooling/build/build-when-stale.ts

FROM ${NODE_IMAGE}
WORKDIR /app
COPY shared-contracts/package.json shared-contracts/
COPY shared-contracts/src shared-contracts/src
COPY shared-contracts/tooling shared-contracts/tooling
COPY --from=build /app/node_modules/zod node_modules/zod
COPY --from=build /app/node_modules/@stepwise node_modules/@stepwise
COPY --from=build /built /built
USER node
CMD ["node", "shared-contracts/tooling/release/publish-releases.ts", "/built"]
