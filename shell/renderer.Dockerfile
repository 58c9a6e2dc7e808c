# The renderer of pages: the files it is and nothing of the product besides. Its processes get their program from it, as text. Built from the top of the checkout: docker build -f shell/renderer.Dockerfile .
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE}
WORKDIR /app
COPY shell/package.json shell/src/server/page-builds.ts shell/src/server/page-worker.ts shell/src/server/page-workers.ts shell/src/server/start-page-worker.ts shell/src/server/renderer.ts ./
USER node
CMD ["node", "--disable-warning=ExperimentalWarning", "--no-turbofan", "--no-maglev", "renderer.ts", "0.0.0.0", "3001"]
