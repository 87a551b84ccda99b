# A static binary and nothing else, for any user but root:
#
#   docker build -t toolparser --build-arg VERSION=1.2.3 --build-arg REVISION=$(git rev-parse HEAD) .
#
# The build runs on the machine's own platform and cross-compiles for --platform.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
# A layer of its own, so that a change of the code doesn't download the modules again.
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags='-s -w -buildid=' -o /out/toolparser ./cmd/toolparser

FROM scratch
ARG VERSION=unreleased REVISION=unknown
LABEL org.opencontainers.image.title="toolparser" \
      org.opencontainers.image.description="Turns the raw text of language models into tool calls" \
      org.opencontainers.image.source="https://github.com/toolparser/toolparser" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /out/toolparser /toolparser
# For --otlp-url with https.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
USER 65532:65532
# The port of CMD. The metrics are off unless --metrics-listen is set.
EXPOSE 50051
# Works with TLS, too.
HEALTHCHECK CMD ["/toolparser", "healthcheck"]
ENTRYPOINT ["/toolparser"]
CMD ["serve", "--listen", ":50051", "--insecure-listen"]
