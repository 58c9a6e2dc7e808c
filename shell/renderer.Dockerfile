# The renderer of pages: two files and nothing of the product besides. Built from the top of the checkout: docker build -f shell/renderer.Dockerfile .
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE}
WORKDIR /app
COPY shell/package.json shell/src/server/realm.ts shell/src/server/renderer.ts ./
USER node
CMD ["node", "--permission", "--allow-fs-read=/app", "--max-old-space-size=192", "--disable-warning=SecurityWarning", "--no-turbofan", "--no-maglev", "renderer.ts", "0.0.0.0", "3001"]
