# The image of a release: the static command, certificate authorities, and an empty folder to mount a repository at.
# `make image` prepares the folder that is its context.
FROM scratch
ARG VERSION
LABEL org.opencontainers.image.title="assay" \
      org.opencontainers.image.description="Checks a running backend against its documentation" \
      org.opencontainers.image.version="${VERSION}"
COPY root/ /
USER 65532:65532
WORKDIR /repository
ENTRYPOINT ["/usr/bin/assay"]
CMD ["--help"]
