# Takes every message and passes none on: SMTP at 1025, a page to read them at 1080. For testing.
FROM node:24-bookworm-slim
RUN npm install --global --loglevel=error maildev@2.2.1 && rm -rf /root/.npm
USER node
CMD ["maildev", "--smtp", "1025", "--web", "1080"]
