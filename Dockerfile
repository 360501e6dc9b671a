# The executable of a release and ssh-keygen, which signs plans: no shell, no package manager, no user but one without
# rights. The folder release holds remit-linux-x64 and remit-linux-arm64, each with its .LICENSES.txt.
#
# There is no VOLUME: it would give each container a volume of its own, and the journal in it, which prevents double
# payments, would be forgotten with the container. Name a volume, or nothing is paid outside a sandbox (exit 3):
#
#   docker run --rm --volume remit-state:/var/lib/remit --env REMIT_TOKEN IMAGE status
#
# A sandbox for the tests of others, with both of its tokens in the environment; see examples/sandbox/compose.yml:
#
#   docker run --rm --publish 4010:4010 --env REMIT_SANDBOX_TOKEN --env REMIT_SANDBOX_CONTROL_TOKEN IMAGE \
#     sandbox start --foreground --host 0.0.0.0 --allow-host localhost --output ndjson
FROM debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716 AS files
ARG TARGETARCH
COPY release/remit-linux-* /release/
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libatomic1 openssh-client \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /image /state \
 && cp --parents --dereference /usr/bin/ssh-keygen /usr/lib/*-linux-gnu/libatomic.so.1 \
      /usr/lib/*-linux-gnu/libpcre2-8.so.0 /usr/lib/*-linux-gnu/libselinux.so.1 /image
RUN case "$TARGETARCH" in amd64) name=remit-linux-x64 ;; arm64) name=remit-linux-arm64 ;; *) exit 1 ;; esac \
 && install -D -m 0755 "/release/$name" /image/usr/bin/remit \
 && install -D -m 0644 "/release/$name.LICENSES.txt" /image/usr/share/doc/remit/copyright

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
LABEL org.opencontainers.image.title="remit" \
      org.opencontainers.image.description="Approve and pay business invoices by ACH from the command line" \
      org.opencontainers.image.licenses="MIT"
COPY --from=files /image/ /
COPY --from=files --chown=65532:65532 /state /var/lib/remit
ENV REMIT_HOME=/var/lib/remit \
    REMIT_REQUIRE_MOUNTED_STATE=1
USER 65532:65532
ENTRYPOINT ["/usr/bin/remit"]
