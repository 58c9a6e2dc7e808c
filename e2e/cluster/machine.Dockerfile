# A machine of the cluster's test: a Docker engine of its own. Older ones than 23 deploy no jobs.
ARG DEBIAN_IMAGE=debian:forky-slim
FROM ${DEBIAN_IMAGE}
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ca-certificates docker.io docker-cli iptables iproute2 \
 && rm -rf /var/lib/apt/lists/*
