# A machine of the cluster's test: a Docker engine of its own.
ARG DEBIAN_IMAGE=debian:bookworm-slim
FROM ${DEBIAN_IMAGE}
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ca-certificates docker.io iptables iproute2 \
 && rm -rf /var/lib/apt/lists/*
